/** One DevTools connection to a browser or a page, as JSON messages. */
export interface DevToolsChannel {
  isOpen(): boolean;
  /** Sends a command. False when much is still to be written: await `drained` before the next. */
  send(message: string): boolean;
  drained(): Promise<void>;
  close(): void;
}

export interface DevToolsListener {
  /** A message in UTF-8. */
  receive(message: Buffer): void;
  /** Called once, when either side has closed the connection. */
  closed(): void;
  /** Its messages may come some milliseconds late, so that many of them are read at once. */
  canWait?: boolean;
}

/** Opens a connection; rejects with an error of `devtools.ts`. */
export type OpenDevTools = (listener: DevToolsListener) => Promise<DevToolsChannel>;
