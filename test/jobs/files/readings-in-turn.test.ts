import assert from 'node:assert/strict';
import { isSoilError } from '../../../src/errors/soil-error';
import { Life } from '../life';
import { DownloadNode, linked } from './job-download-scenario';

const LEFT = 10;
const AT_A_TIME = 4;

const message = (id: string) => linked({ _msgid: id, payload: `/files/${id}.zip` });

describe('Readings that an earlier process left', () => {
  /** A life after a kill, in which nodes have left ten readings each. */
  async function afterKill(...nodes: string[]): Promise<Life> {
    const life = await Life.begin();
    for (const id of nodes) {
      const node = new DownloadNode(life.keeper, id, true);
      for (let at = 0; at < LEFT; at++) node.take(message(`${id}-${at}`));
    }
    await life.clock.advance(10);
    return life.kill();
  }

  async function reader(life: Life, id = 'read'): Promise<DownloadNode> {
    const node = new DownloadNode(life.keeper, id, true);
    assert.equal(node.takenUp.length, LEFT);
    await life.clock.advance(10);
    return node;
  }

  it('are taken up four at a time, and all of them in the end', async () => {
    const life = await afterKill('read');
    const node = await reader(life);
    for (let done = 0; done < LEFT; done++) {
      assert.equal(node.origins.length, Math.min(LEFT, done + AT_A_TIME));
      await (done % 2 ? node.fetched(done) : node.failed(done));
      await life.clock.advance(10);
    }
    assert.deepEqual([node.out.length, node.errors.length], [LEFT / 2, LEFT / 2]);
  });

  it('hold up no message that comes in, and none of another node', async () => {
    const life = await afterKill('read', 'other');
    const [node, other] = [await reader(life), await reader(life, 'other')];
    node.take(message('new'));
    await life.clock.advance(10);
    assert.deepEqual([node.origins.length, other.origins.length], [AT_A_TIME + 1, AT_A_TIME]);
    await node.fetched(LEFT);
    assert.equal(node.out[0]?.message._msgid, 'new');
  });

  it('wait for the next life of their node if it is closed before their turn', async () => {
    const life = await afterKill('read');
    const before = await reader(life);
    // Another one's turn comes at the moment of the closing.
    const done = before.fetched();
    await before.close();
    await done;
    const next = new DownloadNode(life.keeper, 'read', true);
    await life.clock.advance(10);
    assert.deepEqual([before.out.length + next.takenUp.length, next.origins.length], [LEFT, AT_A_TIME]);
    for (let at = 0; at < next.takenUp.length; at++) await next.fetched(at);
    assert.equal(next.out.length, next.takenUp.length);
  });

  it('are given up after three processes only if these have begun them', async () => {
    let life = await afterKill('read');
    for (let process = 1; process < 3; process++) {
      await reader(life);
      life = await life.kill();
    }
    const node = await reader(life);
    assert.equal(node.errors.filter((error) => isSoilError(error, 'SOIL_CONFIG')).length, AT_A_TIME);
    assert.equal(node.origins.length, AT_A_TIME);
  });
});
