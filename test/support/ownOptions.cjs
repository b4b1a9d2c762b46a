// What a test starts is not meant to get the options that jest gives to its workers.
delete process.env.NODE_OPTIONS;
