import { testFaults } from './matrix';

testFaults('message.sendText');
