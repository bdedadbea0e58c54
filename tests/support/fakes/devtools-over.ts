import { WebSocket } from "ws";
import { DevTools } from "../../../service/chromium/devtools.ts";

/** Speaks DevTools over a WebSocket address, as any client would. */
export async function devtoolsOver(url: string): Promise<DevTools> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return await DevTools.over(async ({ receive, closed }) => {
    socket.on("message", (data) => receive(Buffer.from(data.toString())));
    socket.once("close", closed);
    return {
      isOpen: () => socket.readyState === WebSocket.OPEN,
      send: (message) => {
        socket.send(message);
        return true;
      },
      drained: async () => undefined,
      close: () => socket.close(),
    };
  });
}
