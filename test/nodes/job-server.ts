import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from '../faults/operations';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';

/** The only job that a {@link jobServer} creates. */
export const JOB = `${BY_GEOMETRY}/6f1c1c1e-0000-4000-8000-000000000001`;

/** A service that gives tokens and takes a request for a job, which is under way until a test says otherwise. */
export async function jobServer(): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  server.always(TOKEN_ROUTE, goodToken('token'));
  server.always(`POST ${BY_GEOMETRY}`, { status: 201, body: { Location: JOB } });
  server.always(`GET ${JOB}`, { body: { actionStatus: 'ActiveActionStatus' } });
  return server;
}

/** Resolves once a server has been asked for this. */
export function asked({ requests }: ScriptedServer, method: string, path: string): Promise<void> {
  return until(() => requests.some((request) => request.method === method && request.path === path), `${method} ${path}`);
}
