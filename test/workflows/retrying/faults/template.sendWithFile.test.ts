import { testFaults } from './matrix';

testFaults('template.sendWithFile');
