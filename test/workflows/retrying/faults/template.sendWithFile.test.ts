import { MAIN_MODES, testFaults } from './matrix';

testFaults('template.sendWithFile', MAIN_MODES);
