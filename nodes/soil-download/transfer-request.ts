import type { TransferRequest } from '../../src/download/download-request';
import type { SoilService } from '../../src/service/soil-service';
import type { Handling } from '../runtime/input-handler';
import type { SoilMessage } from '../runtime/soil-message';
import { linkOf, restoreLink } from './link-of';

/**
 * What to fetch for a message, and how: by its link, with the settings of the service.
 *
 * @param fromDisk whether the message comes from the disk, which holds no usable link
 * @throws SoilError as {@link restoreLink} and {@link linkOf} do
 */
export async function transferRequest(msg: SoilMessage, service: SoilService, { call, signal }: Handling, fromDisk: boolean): Promise<TransferRequest> {
  const { settings, identity } = service;
  if (fromDisk) await restoreLink(msg, service, call);
  const { url, expires, renew } = await linkOf(msg, service, call);
  return {
    url,
    expires,
    renew,
    allowPrivateHosts: settings.allowPrivateHosts,
    service: identity,
    apiOrigin: new URL(settings.baseUrl).origin,
    tls: settings.tls,
    proxy: settings.proxy,
    timeoutSeconds: settings.timeout,
    retryBudgetSeconds: 5 * settings.timeout,
    signal,
    onDelay: call.onDelay,
  };
}
