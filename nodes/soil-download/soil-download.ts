import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { DownloadedBuffer, DownloadedFile, TransferRequest } from '../../src/download/download-request';
import type { DownloadProgress } from '../../src/download/progress';
import { loadedLate, loadSoon } from '../../src/modules/loaded-late';
import type { FileOrigin } from '../../src/jobs/files/job-files';
import { handleInput, type Handling } from '../runtime/input-handler';
import { goOnOnceUsable } from '../runtime/keeping/kept-until-usable';
import { KeptFiles } from '../runtime/keeping/kept-files';
import { progressOf } from '../runtime/progress';
import { ServiceUse } from '../runtime/service-use';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { numberSetting } from '../runtime/settings/number-setting';
import { extendSoil, jobPart, markRedelivered, markSynthetic, type SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { bytesFigure } from '../runtime/status/shown-figures';
import { TARGETS } from './choices';
import { fileName } from './file-name';
import { readFileSettings, type FileSettings } from './file-settings';
import { BUFFER_MEGABYTES } from './limits';
import { transferRequest } from './transfer-request';
import { assertNotWiredBack } from './wired-back';

interface SoilDownloadConfig extends NodeDef, FileSettings {
  service?: string;
  to?: string;
  maxBuffer?: unknown;
}

export = (RED: NodeAPI): void => {
  // Transfers and zips: only flows that download wait for that code to load, not every start of Node-RED.
  const transfers = loadedLate(() => require('../../src/download/download-file') as typeof import('../../src/download/download-file'));

  function construct(this: Node, config: SoilDownloadConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const downloads = new KeptFiles(RED, this);

    const tellProgress = (progress: DownloadProgress, msg: SoilMessage, handling: Handling): void => {
      const { bytes, total, percent } = progress;
      if (total === null || percent === null) status.show('working', 'received', { bytes: bytesFigure(bytes) });
      else status.show('working', 'percent', { percent: Math.floor(percent), total: bytesFigure(total) });
      const told = progressOf(RED, this, msg, progress);
      if (told) handling.send([null, told]);
    };

    const transfer = async (msg: SoilMessage, handling: Handling, fromDisk: boolean): Promise<TransferRequest> => ({
      ...(await transferRequest(msg, await use.service(), handling, fromDisk)),
      onProgress: (progress) => tellProgress(progress, msg, handling),
    });

    const readSettings = (): { buffer: { maxBytes: number } } | { file: ReturnType<typeof readFileSettings> } =>
      choiceSetting('Output', config.to, TARGETS) === 'buffer'
        ? { buffer: { maxBytes: numberSetting('Largest file', config.maxBuffer, 50, BUFFER_MEGABYTES) * 1_000_000 } }
        : { file: readFileSettings(RED, config) };

    const fetch = async (msg: SoilMessage, handling: Handling, { at, fromDisk }: FileOrigin): Promise<DownloadedFile | DownloadedBuffer> => {
      // The settings come first: nobody should wait for a service to learn that one of them is wrong.
      const wanted = readSettings();
      const { downloadBuffer, downloadFile } = transfers();
      const given = await transfer(msg, handling, fromDisk);
      if ('buffer' in wanted) return downloadBuffer({ ...given, ...wanted.buffer });
      return downloadFile({ ...given, ...wanted.file, job: jobPart(msg).id, filename: fileName(wanted.file.filename, msg, new Date(at)) });
    };

    handleInput(
      this,
      status,
      async (msg, handling) => {
        assertNotWiredBack(msg);
        await downloads.carryOut({
          message: msg,
          signal: handling.signal,
          fetch: async (origin) => {
            if (origin.again) markRedelivered(msg);
            const { flow, signal, onDelay } = handling.call;
            const onWait = (): void => onDelay?.({ reason: 'queue', seconds: 0 });
            const { downloads: places, settings } = await use.service();
            return places.hold({ flow, signal, onWait }, async () => {
              status.showCount('working', 'asking', handling.inFlight());
              return { file: await fetch(msg, handling, origin), synthetic: settings.synthetic };
            });
          },
          handOver: ({ file, synthetic }) => {
            putFile(msg, file);
            if (synthetic) markSynthetic(msg);
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

    /** What any download needs. Without it, those of an earlier life would end as errors. */
    const assertUsable = async (): Promise<void> => {
      readSettings();
      await use.service();
    };
    goOnOnceUsable(RED, this, status, () => {
      loadSoon(transfers);
      return downloads.attach(assertUsable);
    });
  }

  RED.nodes.registerType('soil-download', construct);
};

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
