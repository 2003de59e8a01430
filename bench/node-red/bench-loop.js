// Sends messages into a flow that leads back to it, so many at once, and tells how long it took until all were back.
// Beside that it tells of the process: memory, and how long the event loop stood still.
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

module.exports = (RED) => {
  const loops = new Map();

  // As Node-RED itself makes one message of another.
  const messageOf = (message, run) => Object.assign(RED.util.cloneMessage(message), { run });

  RED.nodes.registerType('bench-loop', function (config) {
    RED.nodes.createNode(this, config);
    let run;
    loops.set(config.name, (request, finished) => {
      run = { ...request, sent: 0, back: 0, finished, startedAt: performance.now(), cpu: process.cpuUsage() };
      for (let lane = 0; lane < run.concurrency && lane < run.count; lane++) this.send(next());
    });
    const next = () => messageOf(run.message, run.sent++);
    this.on('input', (msg, send, done) => {
      done();
      if (!run) return;
      if (msg.error) {
        run.finished({ error: `${msg.error.source?.name || msg.error.source?.id}: ${msg.error.code ?? ''} ${msg.error.message}` });
        run = undefined;
        return;
      }
      run.back++;
      if (run.sent < run.count) send(next());
      else if (run.back === run.count) {
        const { finished, startedAt, cpu } = run;
        run = undefined;
        const { user, system } = process.cpuUsage(cpu);
        finished({ seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 });
      }
    });
    this.on('close', () => loops.delete(config.name));
  });

  const json = (route, answer) =>
    RED.httpAdmin.post(route, (request, response) => {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      const body = request.body ?? null;
      const go = (value) => answer(value, (result) => response.json(result));
      if (body) go(body);
      else request.on('end', () => go(JSON.parse(Buffer.concat(chunks).toString() || '{}')));
    });

  // For messages that do not come back.
  json('/bench/send', (request, finished) => {
    for (let at = 0; at < request.count; at++) RED.nodes.getNode(request.loop).send(messageOf(request.message, at));
    finished({});
  });
  json('/bench/loop', (request, finished) => loops.get(request.loop)(request, finished));

  let delays;
  json('/bench/delays', (request, finished) => {
    delays?.disable();
    delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    finished({});
  });
  json('/bench/process', (request, finished) => {
    if (request.collect) {
      setFlagsFromString('--expose_gc');
      runInNewContext('gc')();
    }
    const delay = delays ? { p99: delays.percentile(99) / 1e6 } : null;
    const { user, system } = process.cpuUsage();
    finished({ memory: process.memoryUsage(), delay, cpuSeconds: (user + system) / 1e6 });
  });
};
