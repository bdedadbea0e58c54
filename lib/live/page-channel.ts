// Messages between the pages of one browser.

export interface PageChannel {
  post(message: unknown): void;
  /** Calls `onMessage` for every message of another page. */
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}

/** Opens a BroadcastChannel. */
export function openChannel(name: string): PageChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      channel.onmessage = (event: MessageEvent<unknown>) => onMessage(event.data);
    },
    close: () => channel.close(),
  };
}
