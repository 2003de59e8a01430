import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { DownloadedBuffer, DownloadedFile, TransferRequest } from '../../src/download/download-request';
import { SoilError } from '../../src/errors/soil-error';
import type { FileOrigin } from '../../src/jobs/files/job-files';
import { handleInput, type Handling } from '../runtime/input-handler';
import { isWired } from '../runtime/is-wired';
import { whenFlowsStarted } from '../runtime/keeping/flows-started';
import { KeptFiles } from '../runtime/keeping/kept-files';
import { soilDirectory } from '../runtime/keeping/soil-directory';
import { loadedLate } from '../runtime/loaded-late';
import { ServiceUse } from '../runtime/service-use';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { flagSetting } from '../runtime/settings/flag-setting';
import { numberSetting } from '../runtime/settings/number-setting';
import { textSetting } from '../runtime/settings/text-setting';
import { extendSoil, jobPart, markRedelivered, markSynthetic, type SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { bytesFigure } from '../runtime/status/shown-figures';
import { TARGETS, WHERE_IT_EXISTS } from './choices';
import { fileName } from './file-name';
import { unreplacedIn } from './folder';
import { BUFFER_MEGABYTES, FILE_BYTES } from './limits';
import { linkOf, restoreLink } from './link-of';

interface SoilDownloadConfig extends NodeDef {
  service?: string;
  to?: string;
  maxBuffer?: unknown;
  folder?: string;
  filename?: string;
  exists?: string;
  extract?: unknown;
  maxBytes?: unknown;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilDownloadConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const downloads = new KeptFiles(RED, this);

    const transfer = async (msg: SoilMessage, handling: Handling, fromDisk: boolean): Promise<TransferRequest> => {
      const service = await use.service();
      const { settings } = service;
      if (fromDisk) await restoreLink(msg, service, handling.call);
      const { url, expires, renew } = await linkOf(msg, service, handling.call);
      return {
        url,
        expires,
        renew,
        allowPrivateHosts: settings.allowPrivateHosts,
        service: service.identity,
        apiOrigin: new URL(settings.baseUrl).origin,
        tls: settings.tls,
        proxy: settings.proxy,
        timeoutSeconds: settings.timeout,
        retryBudgetSeconds: 5 * settings.timeout,
        signal: handling.signal,
        onDelay: handling.call.onDelay,
        onProgress: (progress) => {
          const { bytes, total, percent } = progress;
          if (total === null || percent === null) status.show('working', 'received', { bytes: bytesFigure(bytes) });
          else status.show('working', 'percent', { percent: Math.floor(percent), total: bytesFigure(total) });
          if (isWired(this, 1)) handling.send([null, { ...RED.util.cloneMessage(msg), payload: progress, _msgid: RED.util.generateId() }]);
        },
      };
    };

    /** What counts for a file alone. */
    const place = () => ({
      directory: path.resolve(soilDirectory(RED), 'downloads', folderSetting(config.folder)),
      filename: textSetting('File name', config.filename),
      exists: choiceSetting('If the file exists', config.exists, WHERE_IT_EXISTS),
      extract: flagSetting('Unpack into a folder', config.extract, false),
      maxBytes: numberSetting('Largest file', config.maxBytes, 0, FILE_BYTES) || undefined,
    });

    const fetch = async (msg: SoilMessage, handling: Handling, { at, fromDisk }: FileOrigin): Promise<DownloadedFile | DownloadedBuffer> => {
      const to = choiceSetting('Output', config.to, TARGETS);
      // Transfers and zips: only who downloads waits for that code, not every start of Node-RED.
      const { downloadBuffer, downloadFile } = loadedLate(() => require('../../src/download/download-file') as typeof import('../../src/download/download-file'));
      // The settings come first: nobody waits for a service to hear that one of them is wrong.
      if (to === 'buffer') {
        const maxBytes = numberSetting('Largest file', config.maxBuffer, 50, BUFFER_MEGABYTES) * 1_000_000;
        return downloadBuffer({ ...(await transfer(msg, handling, fromDisk)), maxBytes });
      }
      const wanted = place();
      const given = await transfer(msg, handling, fromDisk);
      return downloadFile({ ...given, ...wanted, job: jobPart(msg).id, filename: fileName(wanted.filename, msg, new Date(at)) });
    };

    handleInput(
      this,
      status,
      async (msg, handling) => {
        await downloads.carryOut({
          message: msg,
          signal: handling.signal,
          fetch: async (origin) => {
            if (origin.again) markRedelivered(msg);
            const { flow, signal, onDelay } = handling.call;
            const onWait = (): void => onDelay?.({ reason: 'queue', seconds: 0 });
            return (await use.service()).downloads.hold({ flow, signal, onWait }, () => {
              status.showCount('working', 'asking', handling.inFlight());
              return fetch(msg, handling, origin);
            });
          },
          handOver: (file) => {
            putFile(msg, file);
            if (use.synthetic()) markSynthetic(msg);
            const bytes = bytesFigure(file.bytes);
            handling.send([msg, null]);
            status.show('done', 'downloaded', { bytes });
          },
        });
        return null;
      },
      async () => {
        await downloads.release();
        await use.release();
      },
    );

    whenFlowsStarted(RED, this, () => downloads.attach((message) => this.receive(message)), (error) => status.showError(error));
  }

  RED.nodes.registerType('soil-download', construct);
};

/** A folder is the same for all messages, and taken as it is written. Throws `SOIL_CONFIG` where that would make one of a name that nobody means. */
function folderSetting(setting: unknown): string {
  const folder = textSetting('Folder', setting) ?? '';
  const unreplaced = unreplacedIn(folder);
  if (!unreplaced) return folder;
  const advice = unreplaced.isProperty
    ? 'only "File name" takes properties of the message, such as {{topic}}'
    : `${unreplaced.text} is not replaced there. Write the path itself, or an environment variable that holds all of it, such as \${SOIL_FOLDER}`;
  throw new SoilError('SOIL_CONFIG', `The setting "Folder" is ${JSON.stringify(folder)}: ${advice}.`);
}

function putFile(msg: SoilMessage, downloaded: DownloadedFile | DownloadedBuffer): void {
  if ('buffer' in downloaded) {
    const { buffer, ...file } = downloaded;
    extendSoil(msg, { file: { path: null, ...file } });
    msg.payload = buffer;
  } else {
    extendSoil(msg, { file: downloaded });
    msg.payload = downloaded.path;
  }
}
