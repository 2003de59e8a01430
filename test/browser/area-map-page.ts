import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../time/until';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorOptions, type EditorPage } from './editor-page';

export type Ring = [lon: number, lat: number][];

/** A rectangle, whose corners show every move. */
export const RING: Ring = [[5.6, 51.9], [5.8, 51.9], [5.8, 52.0], [5.6, 52.0], [5.6, 51.9]];
export const AREA = JSON.stringify({ type: 'Polygon', coordinates: [RING] });

/** The node `area`, which has it. */
export const AREA_NODE = nodeAt(300, 'area', 'soil-area', [[]], { version: 1, area: AREA, areaType: 'map', service: '', outputs: 1 });
export const AREA_FLOW = [{ id: 'tab1', type: 'tab', label: 'map' }, AREA_NODE];

/** The dialog of a `soil-area` node, with its map. */
export class AreaMapPage {
  readonly canvas: Locator;

  private constructor(
    readonly editor: EditorPage,
    private readonly node: string,
    readonly tray: Locator,
  ) {
    this.canvas = tray.locator('.soil-map-canvas');
  }

  /** Opens the dialog of a node that has an area on the map. */
  static async open(editor: EditorPage, node: string): Promise<AreaMapPage> {
    const page = new AreaMapPage(editor, node, await editor.openDialog(node));
    await page.tray.getByText('Size').waitFor();
    return page;
  }

  shapes(): Locator {
    return this.canvas.locator('path.soil-map-area');
  }

  tool(name: string): Promise<void> {
    return this.editor.click(this.tray.getByRole('button', { name, exact: true }));
  }

  /** Moves what is on the map by pixels, with the mouse. */
  async drag(target: Locator, by: [x: number, y: number]): Promise<void> {
    const { mouse } = this.editor.page;
    const box = await target.boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + by[0] / 2, y + by[1] / 2, { steps: 4 });
    await mouse.move(x + by[0], y + by[1], { steps: 4 });
    await mouse.up();
  }

  /** Drops a file on the map, and waits for its shape; first deletes any shape, which would be taken for it. */
  async bring(name: string, content: Buffer | string): Promise<void> {
    if ((await this.shapes().count()) > 0) await this.tool('Delete everything');
    await until(async () => (await this.shapes().count()) === 0, 'nothing on the map');
    await this.editor.drop(this.canvas, name, content);
    await this.shapes().first().waitFor();
    await this.tray.getByText('Size').waitFor();
  }

  /** Closes the dialog, deploys, and returns what the flow then has. */
  async deployed(): Promise<{ area: string; areaType: string }> {
    await this.editor.done();
    await this.editor.deploy();
    const { area, areaType } = await this.editor.deployed(this.node);
    return { area: String(area), areaType: String(areaType) };
  }

  async deployedRing(): Promise<Ring> {
    const { area, areaType } = await this.deployed();
    assert.equal(areaType, 'map');
    return (JSON.parse(area) as { coordinates: Ring[] }).coordinates[0] ?? [];
  }
}

/** As {@link openEditorForEach}, with the dialog of `area` open before each test. */
export function openMapForEach(options: EditorOptions, take: (dialog: AreaMapPage) => void): void {
  openEditorForEach(() => options, async (editor) => take(await AreaMapPage.open(editor, 'area')));
}
