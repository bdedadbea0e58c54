"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { holds } from "@/lib/bff/operator";
import { browserMutations } from "@/lib/queries/browsers";
import { sessionQueries } from "@/lib/queries/session";

type View = { state: "closed" } | { state: "open"; control: boolean; url: string };

/** The session on screen. Its address is a key to the session: fetched on a click, held only while it is shown, read-only
 *  unless control is taken. */
export function LiveView({ id, ended, headless }: { id: string; ended: boolean; headless: boolean }) {
  const [view, setView] = useState<View>({ state: "closed" });
  const open = useMutation(browserMutations.openLiveView());
  const operator = useQuery(sessionQueries.current()).data?.data.operator;
  const shown = view.state === "open" && !ended;

  const show = async (control: boolean) => {
    const address = await open.mutateAsync({ id }).catch(() => undefined);
    if (address === undefined) return;
    const url = new URL(address.url);
    if (!control) url.searchParams.set("readOnly", "true");
    setView({ state: "open", control, url: url.href });
  };
  const reason = ended
    ? "This session has ended."
    : headless
      ? "A headless session has no live view."
      : operator && !holds(operator.role, "operator")
        ? "The live view needs the operator role."
        : undefined;

  return (
    <section aria-label="Live view" className="overflow-hidden rounded-lg border border-line">
      <div className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line bg-raised px-2.5 py-1 text-label">
        {shown ? (
          <Badge tone={view.control ? "warn" : "ok"} glyph={view.control ? "half" : "disc"}>
            {view.control ? "in control" : "watching"}
          </Badge>
        ) : (
          <span className="text-ink-3">Live view</span>
        )}
        <span className="flex-1" />
        {shown ? (
          <>
            <Button size="sm" pending={open.isPending} onClick={() => void show(!view.control)}>
              {view.control ? "Give back control" : "Take control"}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setView({ state: "closed" })}>
              Close
            </Button>
          </>
        ) : (
          <Button size="sm" pending={open.isPending} disabledReason={reason} onClick={() => void show(false)}>
            Watch live
          </Button>
        )}
      </div>
      <div className="relative aspect-[16/10] bg-sunk">
        {shown ? (
          <iframe
            key={view.url}
            title={`Live view of session ${id}`}
            src={view.url}
            sandbox="allow-scripts allow-same-origin"
            referrerPolicy="no-referrer"
            allow=""
            className="absolute inset-0 size-full"
          />
        ) : (
          <div className="absolute inset-0 grid place-items-center p-4 text-center text-ink-3">
            {open.error ? (
              <ErrorState
                error={open.error}
                title="The live view could not be opened"
                onRetry={() => void show(false)}
              />
            ) : ended ? (
              <p>Session ended: there is nothing to show live.</p>
            ) : (
              <p>{reason ?? "Nothing is transmitted until you watch. Watching is written to the audit."}</p>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
