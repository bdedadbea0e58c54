"use client";

import { useMemo, useState } from "react";
import { z } from "zod";
import { useLiveClient } from "@/components/layout/live-connection";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { LogPane } from "@/components/log-pane/log-pane";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Popover } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { type LogSource, logTopic } from "@/lib/bff/live";
import { logSources } from "@/lib/contract/logs";
import type { LineName } from "@/lib/live/line-hash";
import { openLogFeed } from "@/lib/live/log-feed";
import { paths } from "@/lib/paths";

/** Which log is shown, in the API's own parameter names. */
const screen = z.object({
  source: z.enum(logSources).optional(),
  supervisor_process: z.string().min(1).max(255).optional(),
  path: z.string().regex(/^\//, "must start with /").max(1024).optional(),
  /** A line of that log, by its time and what it says. */
  at: z.string().min(1).max(64).optional(),
  line: z
    .string()
    .regex(/^[0-9a-f]{8}$/, "is no line's mark")
    .optional(),
});

/** A link's line belongs to its log. */
const noLine = { at: undefined, line: undefined } as const;

const knownProcesses = ["chromium", "neko", "xorg", "mutter", "dbus", "pulseaudio"];
const knownPaths = ["/var/log/app/agent.log", "/var/log/supervisord/chromium"];
const sourceOptions = [
  { value: "supervisor", label: "Supervisor process" },
  { value: "path", label: "File path" },
] as const;

/** The log of a session: the supervisor's Chromium unless the address says otherwise. */
export function SessionLog({ id }: { id: string }) {
  const client = useLiveClient();
  const { value, set } = useUrlQuery(screen);
  const { path, supervisor_process: process = "chromium" } = value;
  const isFile = value.source === "path" && path !== undefined;
  const name = isFile ? path : process;
  const feed = useMemo(() => {
    const log: LogSource = isFile ? { source: "path", path: name } : { source: "supervisor", process: name };
    return openLogFeed(client, logTopic({ sessionId: id, log }));
  }, [client, id, isFile, name]);
  const formatTime = useLogTime();
  const { at, line } = value;
  const permalinkOf = (wanted: LineName) => {
    const log = isFile ? { source: "path", path } : { source: "supervisor", supervisor_process: process };
    const query = new URLSearchParams({ ...log, at: wanted.at, line: wanted.hash });
    return `${window.location.origin}${paths.browser(id)}?${query}`;
  };
  return (
    <LogPane
      title={name}
      feed={feed}
      formatTime={formatTime}
      target={at === undefined || line === undefined ? undefined : { at, hash: line }}
      permalinkOf={permalinkOf}
      subtitle={
        <SourceChoice
          source={isFile ? "path" : "supervisor"}
          name={name}
          onChoose={(log) =>
            set(
              log.source === "path"
                ? { source: "path", path: log.path, supervisor_process: undefined, ...noLine }
                : { source: undefined, path: undefined, supervisor_process: log.process, ...noLine },
              "replace",
            )
          }
        />
      }
    />
  );
}

function SourceChoice({
  source,
  name,
  onChoose,
}: {
  source: LogSource["source"];
  name: string;
  onChoose: (log: LogSource) => void;
}) {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState(source);
  const [text, setText] = useState(name);
  const [fault, setFault] = useState<string>();
  const apply = () => {
    const given = text.trim();
    if (given === "") return setFault("Give a name.");
    if (kind === "path" && !given.startsWith("/")) return setFault("A path starts with /.");
    setFault(undefined);
    setOpen(false);
    onChoose(kind === "path" ? { source: "path", path: given } : { source: "supervisor", process: given });
  };
  return (
    <Popover
      label="Choose a log"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost">
          {source === "path" ? "file" : "supervisor"} · change
        </Button>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label="Source">
          <Select
            value={kind}
            options={sourceOptions}
            onValueChange={(next) => {
              setKind(next);
              setText(next === "path" ? (knownPaths[0] ?? "") : "chromium");
            }}
          />
        </Field>
        <Field label={kind === "path" ? "Path in the instance" : "Process"} error={fault}>
          <Combobox
            mono
            value={text}
            onValueChange={setText}
            suggestions={kind === "path" ? knownPaths : knownProcesses}
          />
        </Field>
        <Button type="submit" variant="primary">
          Show this log
        </Button>
      </form>
    </Popover>
  );
}
