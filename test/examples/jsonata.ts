import type { NodeMessage, NodeRedApp } from 'node-red';
import { requireOfNodeRed } from '../runtime/node-red-under-test';

/** That of the version under test: each brings its own JSONata. */
const RED = requireOfNodeRed('node-red') as NodeRedApp;

/** What a change node makes of a payload by a JSONata expression. */
export function evaluated(expression: string, payload: unknown): Promise<unknown> {
  return evaluatedOn(expression, { payload });
}

/** The same for a whole message, and what the context of its flow has. */
export function evaluatedOn(expression: string, message: object, ofFlow: Record<string, unknown> = {}): Promise<unknown> {
  const get = (name: string, _store: unknown, done: (error: null, value: unknown) => void): void => done(null, ofFlow[name]);
  const node = { context: () => ({ flow: { get } }) };
  const prepared = RED.util.prepareJSONataExpression(expression, node as never);
  return new Promise((resolve, reject) => RED.util.evaluateJSONataExpression(prepared, message as NodeMessage, (error, value) => (error ? reject(error) : resolve(value))));
}
