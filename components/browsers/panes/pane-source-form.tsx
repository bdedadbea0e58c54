"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type TelemetryView, telemetryViews } from "@/lib/bff/telemetry-view";
import { browserQueries } from "@/lib/queries/browsers";
import { isSessionId, logFault } from "./pane-address.ts";
import { logName, type PaneContent, type PaneSource, viewNames } from "./pane-layout.ts";
import { paneSourceFormTexts } from "./pane-on-demand-messages.ts";

export const suggestedProcesses = ["chromium", "neko", "xorg", "mutter", "dbus", "pulseaudio"];
export const suggestedPaths = ["/var/log/app/agent.log", "/var/log/supervisord/chromium"];
const sourceOptions = [
  { value: "supervisor", label: paneSourceFormTexts.supervisorProcess },
  { value: "path", label: paneSourceFormTexts.filePath },
  ...telemetryViews.map((view) => ({ value: view, label: viewNames[view] })),
] as const;

type SourceKind = "supervisor" | "path" | TelemetryView;

const kindOf = (log: PaneContent): SourceKind => (log.source === "telemetry" ? log.view : log.source);

function contentOf(kind: SourceKind, name: string): PaneContent {
  if (kind === "path") return { source: kind, path: name };
  return kind === "supervisor" ? { source: kind, process: name } : { source: "telemetry", view: kind };
}

/** Selects one log, or a view of telemetry, by session and source. Active sessions and known names are suggested; any
 *  other can be typed. */
export function PaneSourceForm({
  session,
  source: { session: of = session, log },
  onChoose,
  children,
}: {
  /** Id of the page's session. */
  session: string;
  source: PaneSource;
  onChoose: (source: PaneSource) => void;
  /** Additional fields, and the submit button. */
  children: ReactNode;
}) {
  const [whose, setWhose] = useState(of);
  const [kind, setKind] = useState<SourceKind>(kindOf(log));
  const [name, setName] = useState(logName(log));
  const [tried, setTried] = useState(false);
  const live = useQuery(browserQueries.list({ status: "active", limit: 50, offset: 0 })).data?.items ?? [];

  const id = whose.trim() === "" ? session : whose.trim();
  const chosen = contentOf(kind, name.trim());
  const nameFault = logFault(chosen);
  const idFault = isSessionId(id) ? undefined : paneSourceFormTexts.notBrowserId;

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through portals: an enclosing form must not be submitted.
        event.stopPropagation();
        setTried(true);
        if (nameFault !== undefined || idFault !== undefined) return;
        onChoose({ session: id === session ? undefined : id, log: chosen });
      }}
    >
      <Field label={paneSourceFormTexts.source}>
        <Select
          value={kind}
          options={sourceOptions}
          onValueChange={(next) => {
            setKind(next);
            setName(next === "path" ? (suggestedPaths[0] ?? "") : "chromium");
          }}
        />
      </Field>
      {chosen.source === "telemetry" ? null : (
        <Field
          label={kind === "path" ? paneSourceFormTexts.pathInTheBrowser : paneSourceFormTexts.process}
          error={tried ? nameFault : undefined}
        >
          <Combobox
            mono
            value={name}
            onValueChange={setName}
            suggestions={kind === "path" ? suggestedPaths : suggestedProcesses}
          />
        </Field>
      )}
      <Field
        label={paneSourceFormTexts.browser}
        error={tried ? idFault : undefined}
        hint={id === session ? paneSourceFormTexts.thisBrowser : undefined}
      >
        <Combobox
          mono
          value={whose}
          onValueChange={setWhose}
          suggestions={[...new Set([session, ...live.map((each) => each.session_id)])]}
        />
      </Field>
      {children}
    </form>
  );
}
