import path from 'node:path';
import type { NodeAPI } from 'node-red';
import type { DownloadRequest } from '../../src/download/download-request';
import { SettingError } from '../../src/errors/setting-error';
import { withoutQuotes } from '../../src/text/without-quotes';
import { soilDirectory } from '../runtime/keeping/soil-directory';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { flagSetting } from '../runtime/settings/flag-setting';
import { numberSetting } from '../runtime/settings/number-setting';
import { textSetting } from '../runtime/settings/text-setting';
import { WHERE_IT_EXISTS } from './choices';
import { unreplacedIn } from './folder';
import { FILE_BYTES } from './limits';
import { unfilledIn } from './unfilled';

/** The settings that count only for a file, as the editor saves them. */
export interface FileSettings {
  folder?: string;
  filename?: string;
  exists?: string;
  extract?: unknown;
  maxBytes?: unknown;
}

/** Where a file goes, with the name as in the setting, or none if that is empty. Throws `SOIL_CONFIG` if a setting cannot be used. */
export function readFileSettings(
  RED: NodeAPI,
  { folder, filename, exists, extract, maxBytes }: FileSettings,
): Pick<DownloadRequest, 'directory' | 'exists' | 'extract' | 'maxBytes'> & { filename?: string } {
  return {
    directory: path.resolve(soilDirectory(RED), 'downloads', folderSetting(folder)),
    filename: fileNameSetting(filename),
    exists: choiceSetting('If the file exists', exists, WHERE_IT_EXISTS),
    extract: flagSetting('Unpack into a folder', extract, false),
    maxBytes: numberSetting('Largest file', maxBytes, 0, FILE_BYTES) || undefined,
  };
}

/** The folder is the same for all messages, and taken literally. Throws `SOIL_CONFIG` if that would make one with a name that nobody means. */
function folderSetting(setting: unknown): string {
  const folder = withoutQuotes(textSetting('Folder', setting) ?? '');
  const unreplaced = unreplacedIn(folder);
  if (!unreplaced) return folder;
  const advice = unreplaced.isProperty
    ? 'only "File name" takes properties of the message, such as {{topic}}'
    : `${unreplaced.text} is not replaced there. Write the path itself, or an environment variable that holds all of it, such as \${SOIL_FOLDER}`;
  throw new SettingError('Folder', `is ${JSON.stringify(folder)}: ${advice}.`);
}

/** Throws `SOIL_CONFIG` for a placeholder that is not filled in: the files of many fields would replace each other under one name. */
function fileNameSetting(setting: unknown): string | undefined {
  const name = textSetting('File name', setting);
  const unfilled = name === undefined ? undefined : unfilledIn(name);
  if (unfilled === undefined) return name;
  throw new SettingError('File name', `is ${JSON.stringify(name)}: ${unfilled} is not filled in there. A property of the message is written {{topic}}.`);
}
