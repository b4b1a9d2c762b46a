import { testFaults } from './matrix';

testFaults('message.sendAttachment');
