import { once } from 'node:events';
import type { EventEmitter } from 'node:events';

/** The part used here of the MQTT client that comes with Node-RED. */
interface Client extends EventEmitter {
  subscribe(topic: string, options: { qos: 1 }, done: (error: Error | null) => void): void;
  publish(topic: string, payload: string, options: { qos: 1; retain: boolean }, done: (error?: Error) => void): void;
  end(force: boolean, done: () => void): void;
}

const nodes = require.resolve('@node-red/nodes/package.json', { paths: [require.resolve('node-red')] });
const { connect } = require(require.resolve('mqtt', { paths: [nodes] })) as { connect: (address: string, options: object) => Client };

export interface Published {
  topic: string;
  payload: string;
}

/** Sees everything below `soil/`, from outside all Node-RED processes. */
export class WatchedTopics {
  readonly seen: Published[] = [];
  /** The retained messages of the broker, as far as they were seen. */
  readonly retained = new Map<string, string>();

  private constructor(private readonly client: Client) {
    client.on('message', (topic: string, payload: Buffer) => {
      const text = payload.toString();
      this.seen.push({ topic, payload: text });
      if (text === '') this.retained.delete(topic);
      else if (/^soil\/(fields|jobs|failures)\//.test(topic)) this.retained.set(topic, text);
    });
  }

  static async start(port: number): Promise<WatchedTopics> {
    const client = connect(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5 });
    await once(client, 'connect');
    const watched = new WatchedTopics(client);
    await new Promise<void>((resolve, reject) => client.subscribe('soil/#', { qos: 1 }, (error) => (error ? reject(error) : resolve())));
    return watched;
  }

  publish(topic: string, content: object): Promise<void> {
    return this.publishText(topic, JSON.stringify(content));
  }

  publishText(topic: string, text: string): Promise<void> {
    return new Promise((resolve, reject) =>
      this.client.publish(topic, text, { qos: 1, retain: true }, (error) => (error ? reject(error) : resolve())),
    );
  }

  /** What was published below a topic, read as JSON; empty messages are left out. */
  below<Content>(topic: string): Content[] {
    return this.seen.filter((one) => one.topic.startsWith(topic) && one.payload !== '').map(({ payload }) => JSON.parse(payload) as Content);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.client.end(true, resolve));
  }
}
