import type { SoilService } from '../../src/service/soil-service';
import { extendSoil, soilPart, type SoilMessage } from './soil-message';

/** What the answer to an earlier request left in `msg.soil`: it may be of another area, and would pass for the answer to this request. */
const ANSWERS = ['job', 'file', 'read', 'problems', 'profile'] as const;

/**
 * A service is asked on behalf of a message: removes what an earlier service said of its datasets. The same identifier means another dataset there,
 * with another licence; and what is made up in a sandbox is not made up elsewhere.
 */
export function askedOf(msg: SoilMessage, { settings }: SoilService): void {
  const service = settings.synthetic ? 'sandbox' : settings.baseUrl;
  const { service: earlier } = soilPart(msg);
  if (earlier === service) return;
  extendSoil(msg, { service });
  if (typeof earlier === 'string') delete msg.soil!.source;
}

/** A request for data begins: if it fails, even because of a setting, the message names no job, file or records of an earlier one. */
export function requestBegins(msg: SoilMessage): void {
  if (!ANSWERS.some((field) => field in soilPart(msg))) return;
  extendSoil(msg, {});
  for (const field of ANSWERS) delete msg.soil![field];
}
