import { testKindsOfFaults } from './matrix';

testKindsOfFaults('message.sendAttachment');
testKindsOfFaults('message.sendText');
