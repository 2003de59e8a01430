// The least that a node can do: asks with undici, parses, sends. No token, no limits, no second try, no look at what came.
const { Agent, request } = require('undici');

module.exports = (RED) => {
  RED.nodes.registerType('bench-request', function (config) {
    RED.nodes.createNode(this, config);
    const dispatcher = new Agent({ connections: 256 });
    const ask = async (msg) => {
      const answer = await request(config.url, { method: 'POST', headers: msg.headers, body: JSON.stringify(msg.payload), dispatcher });
      if (answer.statusCode !== 200) throw new Error(`The answer was ${answer.statusCode}.`);
      msg.payload = await answer.body.json();
      return msg;
    };
    this.on('input', (msg, send, done) => {
      ask(msg).then((asked) => {
        send(asked);
        done();
      }, done);
    });
    this.on('close', (done) => void dispatcher.close().then(done));
  });
};
