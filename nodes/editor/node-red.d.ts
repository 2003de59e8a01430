/** The part of the Node-RED editor's public interface (4.1 and 5.0) that this package uses. */

/** A node as the editor holds it: its settings are own properties. */
interface EditorNode {
  id: string;
  type: string;
  name?: string;
  /** Identifier of the flow; absent for a global configuration node. */
  z?: string;
  /** Disabled. */
  d?: boolean;
  /** Has changes that are not deployed. */
  changed?: boolean;
  valid?: boolean;
  /** `_` holds them as they came from the runtime. */
  credentials?: Record<string, unknown> & { _?: Record<string, unknown> };
  outputs?: number;
  /** As it arrives, before the editor makes links of them. */
  wires?: unknown[];
  /** Of a configuration node: the nodes that name it. */
  users?: EditorNode[];
  /** The node itself, if this is a proxy that refuses changes on a locked flow. */
  __node__?: EditorNode;
  _def: EditorDefinition;
  _(key: string, values?: Record<string, unknown>): string;
  [setting: string]: unknown;
}

/** What Node-RED hands to a validator beside the value. */
interface ValidatorOptions {
  label?: string;
}

type EditorValidator = (this: EditorNode, value: unknown, options: ValidatorOptions) => boolean | string;

interface EditorSetting {
  value: unknown;
  required?: boolean;
  /** Type of the configuration node that the setting refers to. */
  type?: string;
  validate?: EditorValidator;
}

interface EditorDefinition {
  /** The package it comes from, as the editor notes when it is registered. */
  set?: { module: string };
  category: string;
  color?: string;
  icon?: string;
  inputs?: 0 | 1;
  outputs?: number;
  defaults: Record<string, EditorSetting>;
  credentials?: Record<string, { type: 'text' | 'password'; required?: boolean; validate?: EditorValidator }>;
  paletteLabel?: string;
  label?: (this: EditorNode) => string;
  labelStyle?: (this: EditorNode) => string;
  inputLabels?: (this: EditorNode, index: number) => string;
  outputLabels?: (this: EditorNode, index: number) => string;
  onadd?: (this: EditorNode) => void;
  oneditprepare?: (this: EditorNode) => void;
  oneditsave?: (this: EditorNode) => void;
  oneditcancel?: (this: EditorNode) => void;
  oneditresize?: (this: EditorNode, size: { width: number; height: number }) => void;
  onpaletteadd?: () => void;
  onpaletteremove?: () => void;
}

/** A node as a flow file has it. */
interface FlowFileNode {
  id: string;
  type: string;
}

interface TypedInputType {
  value: string;
  label?: string;
  icon?: string;
  valueLabel?: (container: JQuery, value: string) => void;
}

interface TypedInputOptions {
  types: (string | TypedInputType)[];
  typeField?: string;
  default?: string;
}

interface JQuery {
  typedInput(options: TypedInputOptions): JQuery;
  typedInput(method: 'value' | 'type'): string;
  typedInput(method: 'value' | 'type', value: string): void;
  editableList<Item>(options: {
    addItem: (row: JQuery, index: number, item: Partial<Item>) => void;
    removeItem?: (item: Item) => void;
    removable?: boolean;
    sortable?: boolean;
  }): JQuery;
  editableList(method: 'addItem', item: object): void;
  editableList(method: 'items'): JQuery;
}

interface TrayOptions {
  title: string;
  width?: number;
  buttons: { id?: string; text: string; class?: string; click: () => void }[];
  open?: (tray: JQuery, done?: () => void) => void;
  close?: () => void;
  resize?: (size: { width: number; height: number }) => void;
}

/** What can be undone. */
interface HistoryEvent {
  t: string;
  /** Of `add`: identifiers. */
  nodes?: string[];
  /** Of `multi`, in the order in which they happened. */
  events?: HistoryEvent[];
  /** Whether there were undeployed changes before. */
  dirty?: boolean;
}

declare const RED: {
  i18n: { lang(): string };
  _(key: string, values?: Record<string, unknown>): string;
  nodes: {
    registerType(type: string, definition: EditorDefinition): void;
    id(): string;
    add(node: EditorNode): EditorNode;
    getType(type: string): EditorDefinition | undefined;
    node(id: string): EditorNode | null | undefined;
    eachConfig(callback: (node: EditorNode) => boolean | void): void;
    /** Counts a node as a user of the configuration nodes that it names. */
    updateConfigNodeUsers(node: EditorNode): void;
    /** Everything in the editor, as a deploy would send it. */
    createCompleteNodeSet(): FlowFileNode[];
    /** The flows as they were loaded or deployed last; none before that. Replaces them if new ones are given. */
    originalFlow(flow?: FlowFileNode[]): FlowFileNode[] | null | undefined;
    filterLinks(filter: { target: EditorNode }): { source: EditorNode }[];
  };
  history: { peek(): HistoryEvent | undefined; replace(event: HistoryEvent): void };
  editor: { getEditStack(): EditorNode[]; validateNode(node: EditorNode): boolean };
  events: { on(event: string, listener: (...values: unknown[]) => void): void };
  comms: { subscribe(topic: string, listener: (...values: unknown[]) => void): void };
  settings: { get<T>(key: string, otherwise: T): T; set(key: string, value: unknown): void };
  sidebar: {
    addTab(tab: {
      id: string;
      label: string;
      name: string;
      content: JQuery;
      iconClass?: string;
      enableOnEdit?: boolean;
      action?: string;
      onchange?: () => void;
    }): void;
    removeTab(id: string): void;
    show(id: string): void;
  };
  actions: { add(id: string, handler: () => void, options: { label: string }): void; remove(id: string): void };
  notify(words: string, type: 'warning'): void;
  clipboard: { copyText(text: string, target: JQuery, told: string): void };
  tray: { show(options: TrayOptions): void; close(): void };
  user?: { hasPermission(permission: string): boolean };
  view: { reveal(id: string): void; redraw(): void };
  utils: { getNodeLabel(node: EditorNode): string; validateTypedProperty(value: string, type: string, options: ValidatorOptions): true | string };
};
