import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { downloadBuffer, downloadFile, type DownloadRequest } from '../../src/download/download-file';
import { SoilError } from '../../src/errors/soil-error';
import type { SoilService } from '../../src/service/soil-service';
import { handleInput, type Turn } from '../runtime/input-handler';
import { NodeStatus } from '../runtime/node-status';
import { numberSetting } from '../runtime/number-setting';
import { ServiceUse } from '../runtime/service-use';
import { shownBytes } from '../runtime/shown-figures';
import { extendSoil, soilPart, type SoilMessage } from '../runtime/soil-message';
import { soilDirectory } from '../runtime/user-directory';
import { fileName } from './file-name';
import { linkOf } from './link-of';

interface SoilDownloadConfig extends NodeDef {
  service?: string;
  to?: string;
  maxBuffer?: unknown;
  folder?: string;
  filename?: string;
  exists?: string;
  extract?: boolean;
  maxBytes?: unknown;
}

const EXISTS = ['replace', 'keep', 'number'] as const;

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilDownloadConfig & { wires?: string[][] }): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const showsProgress = (config.wires?.[1]?.length ?? 0) > 0;

    const request = async (msg: SoilMessage, service: SoilService, turn: Turn): Promise<DownloadRequest> => {
      const { settings } = service;
      const link = await linkOf(msg, service, turn.call);
      const folder = config.folder ? path.resolve(soilDirectory(RED), 'downloads', config.folder) : path.join(soilDirectory(RED), 'downloads');
      return {
        ...link,
        directory: folder,
        filename: fileName(config.filename, msg),
        exists: EXISTS.find((choice) => choice === (config.exists || 'replace')) ?? unknownChoice('exists', config.exists, EXISTS),
        extract: config.extract === true,
        maxBytes: config.maxBytes ? numberSetting('maxBytes', config.maxBytes, 0) : undefined,
        allowPrivateHosts: settings.allowPrivateHosts,
        apiOrigin: new URL(settings.baseUrl).origin,
        tls: settings.tls,
        proxy: settings.proxy,
        timeoutSeconds: settings.timeout,
        retryBudgetSeconds: 5 * settings.timeout,
        signal: turn.signal,
        onDelay: turn.call.onDelay,
        onProgress: (progress) => {
          const { bytes, total, percent } = progress;
          if (total === null || percent === null) status.show('working', 'received', { bytes: shownBytes(bytes) });
          else status.show('working', 'percent', { percent: Math.floor(percent), total: shownBytes(total) });
          if (showsProgress) turn.send([null, { ...RED.util.cloneMessage(msg), payload: progress }]);
        },
      };
    };

    handleInput(
      this,
      status,
      async (msg, turn) => {
        const service = await use.service();
        const to = config.to || 'file';
        if (to === 'buffer') {
          const maxBytes = numberSetting('maxBuffer', config.maxBuffer, 50) * 1_000_000;
          const { buffer, ...file } = await downloadBuffer({ ...(await request(msg, service, turn)), maxBytes });
          extendSoil(msg, { file: { path: null, ...file } });
          msg.payload = buffer;
        } else if (to === 'file') {
          const file = await downloadFile(await request(msg, service, turn));
          extendSoil(msg, { file });
          msg.payload = file.path;
        } else unknownChoice('to', to, ['file', 'buffer']);
        status.show('done', 'downloaded', { bytes: shownBytes(soilPart(msg).file?.bytes ?? 0) });
        return [msg, null];
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-download', construct);
};

function unknownChoice(setting: string, value: unknown, choices: readonly string[]): never {
  throw new SoilError('SOIL_CONFIG', `The setting "${setting}" is ${JSON.stringify(value)}: choose ${choices.join(' or ')}.`);
}
