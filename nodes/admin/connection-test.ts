import type { NodeAPI } from 'node-red';
import { isSoilError } from '../../src/errors/soil-error';
import { readDatasetCatalog } from '../../src/service/answers/datasets';
import { readJsonAnswer } from '../../src/service/answers/json-answer';
import { responseError } from '../../src/service/answers/reply';
import { authorisedExchange } from '../../src/service/authorised-exchange';
import { datasetsList } from '../../src/service/endpoints';
import { serviceClient } from '../../src/service/service-client';
import type { ServiceSettings } from '../../src/service/service-settings';
import { systemClock } from '../../src/time/clock';
import type { HttpAnswer } from '../../src/transport/http-exchange';
import type { ConnectionReach, ConnectionReport, FoundInstead } from './admin-answers';
import { problemOf } from './connection-problem';
import { deployedHost, screenHost, type ScreenService } from './screen-service';

/** A person waits in front of the dialog. */
const PATIENCE_MS = 15_000;

/** Gets a token and reads the list of datasets, once, with the settings on the screen. */
export async function testConnection(RED: NodeAPI, screen: ScreenService): Promise<ConnectionReport> {
  const user = {};
  const found: ConnectionReach = { field: 'authUrl', host: '', address: '', status: null, found: 'noToken' };
  try {
    const service = deployedHost(RED, screen) ?? screenHost(RED, screen);
    service.attach(user);
    try {
      const { settings } = await service.service();
      found.host = new URL(settings.authUrl).host;
      return await connect(settings, found);
    } finally {
      await service.detach(user);
    }
  } catch (error) {
    return report(error, found);
  }
}

async function connect(settings: ServiceSettings, found: ConnectionReach): Promise<ConnectionReport> {
  // One attempt each: the dialog shows at once what a flow would retry.
  const client = serviceClient(settings, { timeoutSeconds: PATIENCE_MS / 1000, retryBudgetSeconds: 0 });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const token = await client.tokens.token(signal);
    const address = datasetsList(settings);
    Object.assign(found, { field: 'baseUrl', host: new URL(settings.baseUrl).host, address, found: 'status' } satisfies Partial<ConnectionReach>);
    const reply = await authorisedExchange(
      client,
      { purpose: 'read all datasets', method: 'GET', url: address, headers: { accept: 'application/ld+json' }, repeat: 'safe', signal },
    );
    found.found = kindOf(reply.answer);
    const catalogue = await readDatasetCatalog(readJsonAnswer(reply));
    // A list without a single dataset is the answer of another service.
    if (!catalogue || (catalogue.leftOut > 0 && catalogue.items.length === 0)) throw responseError(reply, 'the answer is not a dataset catalogue');
    return { ok: true, datasets: catalogue.items.length, tokenSeconds: Math.max(0, Math.round((token.expiresAt - systemClock.monotonic()) / 1000)), synthetic: settings.synthetic };
  } finally {
    await client.http.close();
  }
}

/** What came with a good status. */
function kindOf({ body, headers }: HttpAnswer): FoundInstead {
  if (body.trim() === '') return 'empty';
  if (/html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body)) return 'page';
  return /^\s*[[{]/.test(body) ? 'json' : 'text';
}

function report(error: unknown, found: ConnectionReach): ConnectionReport {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { ok: false, ...found, problem: 'timeout', message: '', detail: '' };
  }
  if (!isSoilError(error)) throw error;
  const { status = null, url, detail = '' } = error.cause;
  const isRefused = status !== null && status > 299;
  return {
    ok: false,
    ...found,
    ...(isRefused && { found: 'status' }),
    address: url ?? found.address,
    status,
    problem: problemOf(error, found.field),
    message: error.message,
    detail,
  };
}
