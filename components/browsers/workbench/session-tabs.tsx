"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import type { Browser } from "@/lib/contract/browsers";
import { editBrowserButtonTexts, sessionTabsTexts } from "./workbench-messages.ts";

export interface SessionTab {
  /** Value of `tab` in the address. */
  readonly value: string;
  readonly label: string;
  readonly content: (session: Browser, ended: boolean) => ReactNode;
}

const loading = () => <Skeleton className="h-40" />;
const SessionDetails = dynamic(
  loadPart(() => import("./session-details.tsx").then((module) => module.SessionDetails)),
  {
    ssr: false,
    loading,
  },
);
const ProcessesTab = dynamic(
  loadPart(() => import("../processes/processes-tab.tsx").then((module) => module.ProcessesTab)),
  {
    ssr: false,
    loading,
  },
);
const FileTab = dynamic(
  loadPart(() => import("../files/file-tab.tsx").then((module) => module.FileTab)),
  {
    ssr: false,
    loading,
  },
);
const ReplaysTab = dynamic(
  loadPart(() => import("../replays/replays-tab.tsx").then((module) => module.ReplaysTab)),
  {
    ssr: false,
    loading,
  },
);
const ExtensionTab = dynamic(
  loadPart(() => import("../extensions/extension-tab.tsx").then((module) => module.ExtensionTab)),
  {
    ssr: false,
    loading,
  },
);

const sessionTabs: readonly SessionTab[] = [
  {
    value: "details",
    label: sessionTabsTexts.details,
    content: (session, ended) => <SessionDetails browser={session} ended={ended} />,
  },
  {
    value: "processes",
    label: sessionTabsTexts.processes,
    content: (session, ended) => <ProcessesTab id={session.session_id} ended={ended} />,
  },
  {
    value: "files",
    label: sessionTabsTexts.files,
    content: (session, ended) => <FileTab id={session.session_id} ended={ended} />,
  },
  {
    value: "replays",
    label: sessionTabsTexts.recordings,
    content: (session, ended) => <ReplaysTab id={session.session_id} ended={ended} />,
  },
  {
    value: "extensions",
    label: sessionTabsTexts.extensions,
    content: (session, ended) => <ExtensionTab id={session.session_id} ended={ended} />,
  },
];

/** Address parameters of the tabs: the id of the item that is open. */
const screen = z.object({
  tab: z.optional(z.string()),
  replay: z.optional(z.string()),
  processes: z.optional(z.string()),
});
/** Acts that only their tab offers. */
const tabActs = [
  { id: "edit-browser", label: editBrowserButtonTexts.editBrowser, tab: "details" },
  { id: "show-cdp-address", label: sessionTabsTexts.showCdpAddress, tab: "details" },
  { id: "run-command", label: sessionTabsTexts.runCommand, tab: "processes" },
  { id: "start-recording", label: sessionTabsTexts.startRecording, tab: "replays" },
] as const;
const idTabs = [
  { tab: "replays", takes: "replay", label: sessionTabsTexts.showRecordingInThisBrowser },
  { tab: "processes", takes: "processes", label: sessionTabsTexts.showProcessInThisBrowser },
] as const;

/** The tabs of a session besides live view and logs; the open tab is in the address. */
export function SessionTabs({ session, ended }: { session: Browser; ended: boolean }) {
  const { value, set } = useUrlQuery(screen);
  const pathname = usePathname();
  const open = sessionTabs.find((tab) => tab.value === value.tab) ?? sessionTabs[0];
  usePaletteActions([
    ...sessionTabs.map((tab) => ({
      id: `tab-${tab.value}`,
      label: sessionTabsTexts.showOfThisBrowser(tab.label),
      run: () => set({ tab: tab.value }, "replace"),
    })),
    ...(ended ? [] : tabActs).map(({ tab, ...act }) => ({
      ...act,
      leads: pathname,
      run: () => set({ tab }, "replace"),
    })),
    ...idTabs
      .filter(({ tab }) => sessionTabs.some((each) => each.value === tab))
      .map(({ tab, takes, label }) => ({
        id: `${tab}-by-id`,
        label,
        takes: "id" as const,
        run: (id: string) => set({ tab, [takes]: id }, "replace"),
      })),
  ]);
  return (
    <Tabs
      label={sessionTabsTexts.browser}
      value={open?.value ?? ""}
      onValueChange={(tab) => set({ tab }, "replace")}
      tabs={sessionTabs.map(({ value: name, label, content }) => ({
        value: name,
        label,
        content: name === open?.value ? content(session, ended) : null,
      }))}
    />
  );
}
