module.exports = {
	...require('./dist/credentials/CustomerMessagingApi.credentials.js'),
	...require('./dist/nodes/CustomerMessaging/CustomerMessaging.node.js'),
};
