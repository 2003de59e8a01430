import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DebugMessages, type DebugMessage } from '../runtime/debug-messages';
import { NodeRedProcess } from '../runtime/node-red-process';
import { root } from '../runtime/node-red-under-test';
import { installed } from './receiving-flow';

interface ExampleNode {
  id: string;
  type: string;
  name?: string;
  info?: string;
  payload?: string;
  rules?: { to?: string }[];
}

/** An example as it is shipped, deployed in a whole Node-RED with the packages that its comment names. */
export class ExampleFlow {
  private constructor(
    readonly nodeRed: NodeRedProcess,
    private readonly nodes: readonly ExampleNode[],
    private readonly debugged: DebugMessages,
  ) {}

  static async start(name: string, ...packages: string[]): Promise<ExampleFlow> {
    const flow = JSON.parse(await readFile(path.join(root, 'examples', `${name}.json`), 'utf8')) as ExampleNode[];
    const comment = flow.find(({ type }) => type === 'comment')?.info ?? '';
    for (const one of packages) assert.ok(comment.includes(`\`${one}\``), `The comment of "${name}" does not say that it needs ${one}`);
    const nodeRed = await NodeRedProcess.start({ flow, packages: installed(...packages) });
    return new ExampleFlow(nodeRed, flow, await DebugMessages.listen(nodeRed));
  }

  get address(): string {
    return this.nodeRed.address;
  }

  async press(label: string): Promise<void> {
    const { status } = await this.nodeRed.post(`/inject/${this.idOf('inject', label)}`, {});
    assert.equal(status, 200);
  }

  /** Presses an inject node that sends JSON, with other texts in place of some of its own: each is followed by the one in its place. */
  async pressWith(label: string, ...texts: string[]): Promise<void> {
    const id = this.idOf('inject', label);
    let { payload = '' } = this.nodes.find((node) => node.id === id)!;
    for (let at = 0; at < texts.length; at += 2) {
      assert.ok(payload.includes(texts[at]!), `"${label}" does not hold "${texts[at]}"`);
      payload = payload.replace(texts[at]!, () => texts[at + 1]!);
    }
    const { status } = await this.nodeRed.post(`/inject/${id}`, { __user_inject_props__: [{ p: 'payload', v: payload, vt: 'json' }] });
    assert.equal(status, 200);
  }

  /** What a debug node showed, once there are `count`. */
  shown(label: string, count: number): Promise<DebugMessage[]> {
    const errors = this.nodes.filter(({ type, name }) => type === 'debug' && /^error$|failed/.test(name ?? '')).map(({ id }) => id);
    return this.debugged.shown(this.idOf('debug', label), count, errors);
  }

  /** The texts that nodes of a type set. */
  textsOf(type: string): string[] {
    return this.nodes.filter((node) => node.type === type).flatMap(({ rules }) => (rules ?? []).map((rule) => rule.to ?? ''));
  }

  /** Deploys the flow with other texts in place of some of its own. */
  async redeploy(replacements: Record<string, string>): Promise<void> {
    let flow = JSON.stringify(this.nodes);
    for (const [from, to] of Object.entries(replacements)) {
      assert.ok(flow.includes(from), `The example does not hold "${from}"`);
      flow = flow.replace(from, to);
    }
    await this.nodeRed.deployAndStart(JSON.parse(flow) as object[]);
  }

  async remove(): Promise<void> {
    this.debugged.close();
    await this.nodeRed.remove();
  }

  private idOf(type: string, label: string): string {
    const node = this.nodes.find((one) => one.type === type && one.name === label);
    assert.ok(node, `There is no ${type} "${label}"`);
    return node.id;
  }
}
