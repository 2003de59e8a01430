import { SoilService } from '../../src/service/soil-service';
import { settingsFor } from '../faults/fault-run';
import { goodToken, LIST_ROUTE, TOKEN_ROUTE } from '../faults/operations';
import { startScriptedServer } from '../servers/scripted-server';
import type { Figure } from './figure';

const CALLERS = 1000;
const catalogue = { type: 'DataCatalog', DataSet: [] };

/** Figure 8, second half: a thousand simultaneous callers request one token; when it is refused, one more, and each repeats its request once. */
export async function tokenRush(): Promise<Figure[]> {
  const server = await startScriptedServer();
  server.always(TOKEN_ROUTE, { ...goodToken('first'), waitMs: 100 });
  server.always(LIST_ROUTE, { body: catalogue });
  const service = new SoilService(settingsFor(server.origin, { maxConcurrent: 256, timeout: 600 }));
  const rush = (): Promise<unknown> => Promise.all(Array.from({ length: CALLERS }, () => service.allDatasets()));
  const counted = (): { tokens: number; reads: number } => {
    const tokens = server.requests.filter(({ path }) => path === '/oauth/token').length;
    return { tokens, reads: server.requests.length - tokens };
  };
  try {
    await rush();
    const calm = counted();
    server.requests.length = 0;
    // From now on the earlier token is refused for every caller.
    server.always(TOKEN_ROUTE, { ...goodToken('second'), waitMs: 100 });
    refuseFirstToken(server);
    await rush();
    const refused = counted();
    const missed = [
      ...(calm.tokens === 1 ? [] : [`${calm.tokens} token requests at the start`]),
      ...(calm.reads === CALLERS ? [] : [`${calm.reads} requests of ${CALLERS} callers`]),
      ...(refused.tokens === 1 ? [] : [`${refused.tokens} token requests after the refusal`]),
      ...(refused.reads <= 2 * CALLERS ? [] : [`${refused.reads} requests of ${CALLERS} callers after the refusal`]),
    ];
    return [
      {
        number: 8,
        name: 'a rush for the token',
        seen: `${CALLERS} callers at once: ${calm.tokens} token request; refused in use: ${refused.tokens} more, and ${refused.reads - CALLERS} requests repeated`,
        missed,
      },
    ];
  } finally {
    await service.close();
    await server.close();
  }
}

/** Answers 401 to the first token and the list to the second. */
function refuseFirstToken(server: Awaited<ReturnType<typeof startScriptedServer>>): void {
  const instruction: Parameters<typeof server.always>[1] = {};
  instruction.before = ({ headers }) => {
    const isFirst = headers.authorization === 'Bearer first';
    instruction.status = isFirst ? 401 : 200;
    instruction.body = isFirst ? {} : catalogue;
  };
  server.always(LIST_ROUTE, instruction);
}
