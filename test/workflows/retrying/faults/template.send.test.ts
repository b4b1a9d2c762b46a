import { testFaults } from './matrix';

testFaults('template.send');
