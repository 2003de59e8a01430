import type { NodeMessage, NodeRedApp } from 'node-red';
import { requireOfNodeRed } from '../runtime/node-red-under-test';

/** That of the version under test: each brings its own JSONata. */
const RED = requireOfNodeRed('node-red') as NodeRedApp;

/** What a change node makes of a payload by a JSONata expression. */
export function evaluated(expression: string, payload: unknown): Promise<unknown> {
  return evaluatedOn(expression, { payload });
}

/** The same for a whole message. */
export function evaluatedOn(expression: string, message: object): Promise<unknown> {
  const prepared = RED.util.prepareJSONataExpression(expression, {} as never);
  return new Promise((resolve, reject) => RED.util.evaluateJSONataExpression(prepared, message as NodeMessage, (error, value) => (error ? reject(error) : resolve(value))));
}
