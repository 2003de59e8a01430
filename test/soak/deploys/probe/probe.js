// Writes a line for each step of a message, at once, so that a kill loses none: they tell what Node-RED itself loses from what a node loses.
const { writeSync } = require('node:fs');

module.exports = (RED) => {
  const say = (step, node, msg, more = {}) => {
    if (typeof msg?.topic !== 'string' || !node) return;
    const { soil } = msg;
    const line = { at: Date.now(), step, topic: msg.topic, node: node.id, type: node.type, job: soil?.job?.id, again: soil?.job?.redelivered, ...more };
    // Begins with a line break: Node-RED writes its log to the same pipe.
    writeSync(1, `\n@soak ${JSON.stringify(line)}\n`);
  };
  RED.hooks.add('onSend.soak', (events) => {
    for (const { msg, source } of events) say('sends', source.node ?? { id: source.id }, msg);
  });
  RED.hooks.add('preDeliver.soak', ({ msg, destination }) => say('delivers', destination.node, msg));
  RED.hooks.add('onReceive.soak', ({ msg, destination }) => say('receives', destination.node ?? { id: destination.id }, msg));
  RED.hooks.add('onComplete.soak', ({ msg, node, error }) => say('completes', node.node ?? { id: node.id }, msg, error ? { code: error.code ?? String(error) } : {}));
};
