"use client";

import { isLoopback } from "@/lib/format/loopback";
import { loopbackNoteTexts } from "./workbench-on-demand-messages.ts";

/** Says that an address leads to the machine of the service itself, to those who see this page on another one. */
export function LoopbackNote({
  url,
  pageHostname = window.location.hostname,
}: {
  url: string;
  pageHostname?: string;
}) {
  const { hostname, host } = new URL(url);
  if (!isLoopback(hostname) || isLoopback(pageHostname)) return null;
  return (
    <p role="note" className="mt-3 rounded-md bg-warn-bg px-3 py-2 text-warn">
      {loopbackNoteTexts.worksOnlyOnTheMachine(host)}
      <code className="font-mono">{loopbackNoteTexts.setting}</code>
      {loopbackNoteTexts.toAnAddressOthersReach}
    </p>
  );
}
