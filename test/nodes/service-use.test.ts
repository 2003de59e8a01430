import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Node, NodeAPI } from 'node-red';
import { ServiceUse } from '../../nodes/runtime/service-use';

/** A soil service in the flows: who uses it, and whether it is closed. */
class Service {
  readonly type = 'soil-service';
  readonly users = new Set<unknown>();
  readonly host = {
    isClosed: false,
    synthetic: true,
    attach: (user: unknown) => this.users.add(user),
    detach: (user: unknown) => Promise.resolve(this.users.delete(user)),
  };
}

describe('The hold of a node on its service', () => {
  it('follows a service with which a deploy replaced another, until the node is closed', async () => {
    const events = new EventEmitter();
    const services = Array.from({ length: 3 }, () => new Service());
    let current = services[0]!;
    const node = { id: 'node', warn: () => undefined } as unknown as Node;
    const use = new ServiceUse({ events, nodes: { getNode: () => current } } as unknown as NodeAPI, node, 'svc');
    let replaced = 0;
    use.onReplaced = () => (replaced += 1);
    const deploy = (next: Service): void => {
      current.host.isClosed = true;
      current = next;
      events.emit('flows:started');
    };
    const users = (): number[] => services.map((service) => service.users.size);
    assert.deepEqual(users(), [1, 0, 0]);
    deploy(services[1]!);
    assert.deepEqual([users(), replaced], [[0, 1, 0], 1]);
    await use.release();
    deploy(services[2]!);
    assert.deepEqual([users(), replaced], [[0, 0, 0], 1], 'it is gone, and holds none');
  });
});
