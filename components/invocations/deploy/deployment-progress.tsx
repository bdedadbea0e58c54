"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { appQueries } from "@/lib/queries/apps";
import { followDeployment } from "@/lib/queries/deployments";
import { InvokeLink } from "../invoke/invoke-link.tsx";
import { deploymentRunTexts, runText } from "./deploy-on-demand-messages.ts";
import { afterEvent, atStart, type DeploymentRunState } from "./deployment-run-state.ts";

/** A deployment that was sent: its log, how it ends, and its actions. Closing does not stop it. */
export function DeploymentProgress({
  id,
  name,
  onBack,
  onClose,
}: {
  id: string;
  name: string;
  /** Back to the form, after it failed. */
  onBack: () => void;
  onClose: () => void;
}) {
  const { state, failure, isWaiting, retry } = useDeployment(id);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={deploymentRunTexts.deploy}
      description={<code className="font-mono text-label break-all">{name}</code>}
      width="lg"
      notice={
        <div className="grid gap-2">
          <p role="status" className={state.status === "failed" ? "text-bad" : "text-ink-2"}>
            {isWaiting ? deploymentRunTexts.logWaits : runText(state, failure !== null)}
          </p>
          {failure === null ? null : (
            <ErrorState
              shape="strip"
              error={failure}
              title={deploymentRunTexts.theLogStopped}
              onRetry={retry}
            />
          )}
          <Versions state={state} />
        </div>
      }
      foot={
        <>
          <CopyButton
            text={state.lines.map(({ text }) => text).join("\n")}
            label={deploymentRunTexts.copyLog}
          />
          {state.status === "failed" ? (
            <Button onClick={onBack}>{deploymentRunTexts.changeAndDeployAgain}</Button>
          ) : null}
          <Button onClick={onClose}>
            {state.isOver ? deploymentRunTexts.close : deploymentRunTexts.closeAndKeepDeploying}
          </Button>
        </>
      }
    >
      <Lines state={state} />
    </Dialog>
  );
}

/** What was deployed, with a link to invoke each action. */
function Versions({ state: { versions, status } }: { state: DeploymentRunState }) {
  if (status !== "running") return null;
  return (
    <ul aria-label={deploymentRunTexts.deployedVersions} className="grid gap-2">
      {versions.map(({ app, version, actions }) => (
        <li key={`${app}@${version}`} className="flex flex-wrap items-center gap-2">
          <Link
            href={paths.invocations({ app_name: app, version })}
            className="rounded-sm text-accent hover:underline"
          >
            {app} <span className="font-mono">{version}</span>
          </Link>
          {actions.map((action) => (
            <InvokeLink key={action} query={{ app_name: app, version, action_name: action }} size="sm">
              {deploymentRunTexts.invoke(action)}
            </InvokeLink>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Lines({ state: { lines, dropped } }: { state: DeploymentRunState }) {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is written
  useEffect(() => {
    if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lines]);
  return (
    <section
      ref={box}
      aria-label={deploymentRunTexts.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className="max-h-[45vh] min-h-24 overflow-auto rounded-md bg-sunk p-2"
    >
      {dropped === 0 ? null : (
        <p className="text-label text-warn">{deploymentRunTexts.firstLinesNotShown(formatCount(dropped))}</p>
      )}
      <pre className="font-mono text-label whitespace-pre-wrap break-words">
        {lines.map(({ id, text }) => (
          <span key={id} className="block">
            {text}
          </span>
        ))}
      </pre>
    </section>
  );
}

/** Follows a deployment to its end, from the beginning again after `retry`. */
function useDeployment(id: string) {
  const client = useQueryClient();
  const [state, setState] = useState(atStart);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try follows it from the beginning
  useEffect(() => {
    const stop = new AbortController();
    setState(atStart);
    setFailure(null);
    followDeployment(id, (event) => setState((now) => afterEvent(now, event)), {
      signal: stop.signal,
      onWait: setWaiting,
    })
      .then(() => client.invalidateQueries({ queryKey: appQueries.all }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailure(error instanceof Error ? error : new Error(String(error)));
      });
    return () => stop.abort();
  }, [client, id, tries]);
  return { state, failure, isWaiting, retry: () => setTries((count) => count + 1) };
}
