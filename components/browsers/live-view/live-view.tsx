"use client";

import clsx from "clsx";
import { Move, MoveDiagonal2, PanelTop, PictureInPicture2 } from "lucide-react";
import type { ReactNode } from "react";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { Browser } from "@/lib/contract/browsers";
import { useFloat } from "./use-float.ts";
import { useLiveView } from "./use-live-view.ts";

/** The session's screen: opened by a click, read-only unless control is taken, docked or floating over the
 *  logs. It stays one element: a frame that is moved in the DOM reloads. */
export function LiveView({
  id,
  session,
  ended,
  lost,
  folded,
  onUnfold,
  recording,
}: {
  id: string;
  session: Browser | undefined;
  ended: boolean;
  /** The API is not responding. */
  lost: boolean;
  /** Its panel is collapsed: only the floating view is visible. */
  folded: boolean;
  onUnfold: () => void;
  /** Status of a recording of this session. */
  recording?: ReactNode;
}) {
  const { view, blocked, pending, error, show, close } = useLiveView(id, {
    ended,
    headless: session?.headless ?? false,
  });
  const { width = 1280, height = 800 } = session?.viewport ?? {};
  const { box, float, dock, move, resize } = useFloat(width / height);
  const floating = box !== undefined && view !== undefined;
  const open = () => {
    onUnfold();
    void show(false);
  };
  const restoreWidth = () => {
    onUnfold();
    dock();
  };
  const leave = () => {
    dock();
    close();
  };

  usePaletteActions(
    view !== undefined
      ? [
          floating
            ? { id: "dock-live-view", label: "Put the live view back in its place", run: restoreWidth }
            : { id: "float-live-view", label: "Float the live view over the logs", run: float },
          { id: "close-live-view", label: "Close live view", run: leave },
        ]
      : blocked === undefined
        ? [{ id: "open-live-view", label: "Open live view", run: open }]
        : [],
  );

  return (
    <div>
      {floating ? (
        <p
          inert={folded}
          className="flex items-center gap-2 rounded-lg border border-line border-dashed px-3 py-2 text-label text-ink-2"
        >
          <span className="flex-1">The live view floats over the page.</span>
          <Button size="sm" onClick={restoreWidth}>
            Put it back
          </Button>
        </p>
      ) : null}
      <section
        aria-label="Live view"
        inert={folded && !floating}
        style={floating ? { left: box.left, top: box.top, width: box.width } : undefined}
        className={clsx(
          "overflow-hidden rounded-lg border bg-bg",
          floating ? "fixed z-[41] border-line-strong shadow-float" : "relative border-line",
        )}
      >
        <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-raised px-2.5 py-1 text-label">
          {floating ? (
            <IconButton
              label="Move the live view (arrow keys)"
              size="icon-sm"
              className="-ml-1 cursor-move! touch-none"
              {...move}
            >
              <Move />
            </IconButton>
          ) : null}
          {floating ? null : recording}
          {view === undefined ? (
            <span className="text-ink-3">Live view</span>
          ) : (
            <Badge tone={view.control ? "warn" : "ok"} glyph={view.control ? "half" : "disc"}>
              {view.control ? "in control" : "watching"}
            </Badge>
          )}
          {floating || session?.viewport == null ? null : (
            <span className="font-mono text-ink-3">
              {width}×{height}
            </span>
          )}
          <span className="flex-1" />
          {view === undefined ? (
            <Button size="sm" pending={pending} disabledReason={blocked} onClick={() => void show(false)}>
              Watch live
            </Button>
          ) : (
            <>
              <Button size="sm" pending={pending} onClick={() => void show(!view.control)}>
                {view.control ? "Release control" : "Take control"}
              </Button>
              <IconButton
                label={floating ? "Put the live view back" : "Float over the logs"}
                size="icon-sm"
                onClick={floating ? restoreWidth : float}
              >
                {floating ? <PanelTop /> : <PictureInPicture2 />}
              </IconButton>
              <Button size="sm" variant="ghost" onClick={leave}>
                Close
              </Button>
            </>
          )}
        </div>
        {view !== undefined && lost ? (
          <p role="status" className="bg-warn-bg px-3 py-1 text-label text-warn">
            The API does not answer: this picture may stand still.
          </p>
        ) : null}
        {view !== undefined && error !== null ? (
          <ErrorState error={error} title="Control has not changed" shape="strip" />
        ) : null}
        <div className="relative bg-sunk" style={{ aspectRatio: `${width} / ${height}` }}>
          {view === undefined ? (
            <div className="absolute inset-0 grid place-items-center overflow-y-auto p-4 text-center text-ink-3">
              {error !== null && !ended ? (
                <ErrorState
                  error={error}
                  title="The live view could not be opened"
                  onRetry={() => void show(false)}
                />
              ) : (
                <p>
                  {ended
                    ? "Session ended: there is nothing to show live."
                    : (blocked ??
                      "Nothing is transmitted until you watch. Watching is written to the audit.")}
                </p>
              )}
            </div>
          ) : (
            <LiveFrame id={id} url={view.url} />
          )}
        </div>
        {floating ? (
          <IconButton
            label="Resize the live view (arrow keys)"
            size="icon-sm"
            variant="secondary"
            className="absolute! right-0 bottom-0 cursor-nwse-resize! touch-none rounded-none! rounded-tl-md!"
            {...resize}
          >
            <MoveDiagonal2 />
          </IconButton>
        ) : null}
      </section>
    </div>
  );
}

/** The iframe of a session. It gets no referrer, no permissions and no navigation of the top window. */
function LiveFrame({ id, url }: { id: string; url: string }) {
  // The view needs its own origin for its connection. On our own origin, allow-same-origin would defeat the
  // sandbox.
  const apart = new URL(url).origin !== window.location.origin;
  return (
    <iframe
      key={url}
      title={`Live view of session ${id}`}
      src={url}
      sandbox={apart ? "allow-scripts allow-same-origin" : "allow-scripts"}
      referrerPolicy="no-referrer"
      allow=""
      className="absolute inset-0 size-full"
    />
  );
}
