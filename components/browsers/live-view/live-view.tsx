"use client";

import clsx from "clsx";
import { Move, MoveDiagonal2 } from "lucide-react";
import type { ReactNode } from "react";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { PictureImage } from "@/components/pictures/picture-image";
import { pictureName } from "@/components/pictures/picture-text";
import { Button, IconButton } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { Picture } from "@/lib/bff/pictures";
import type { Browser } from "@/lib/contract/browsers";
import { LiveBar } from "./live-bar.tsx";
import { liveViewTexts } from "./live-view-messages.ts";
import { type FloatHandle, useFloat } from "./use-float.ts";
import { type LiveViewState, useLiveView } from "./use-live-view.ts";
import { useLiveViewActs } from "./use-live-view-acts.ts";

/** The session's screen: opened by a click, read-only unless control is taken, docked or floating over the
 *  logs. It stays one element: a frame that is moved in the DOM reloads. */
export function LiveView({
  id,
  picture,
  session,
  ended,
  lost,
  folded,
  onUnfold,
  recording,
}: {
  id: string;
  /** The last one that is stored, shown until it is watched. */
  picture: Picture | undefined;
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
  const live = useLiveView(id, { ended, headless: session?.headless ?? false });
  const { view, error } = live;
  const { width = 1280, height = 800 } = session?.viewport ?? {};
  const place = useFloat(width / height);
  const box = view === undefined ? undefined : place.box;
  const floating = box !== undefined;
  const { putBack, leave } = useLiveViewActs({ live, place, onUnfold });

  return (
    <div>
      {floating ? (
        <p
          inert={folded}
          className="flex items-center gap-2 rounded-lg border border-line border-dashed px-3 py-2 text-label text-ink-2"
        >
          <span className="flex-1">{liveViewTexts.theLiveViewIsFloating}</span>
          <Button size="sm" onClick={putBack}>
            {liveViewTexts.dockHere}
          </Button>
        </p>
      ) : null}
      <section
        aria-label={liveViewTexts.liveView}
        inert={folded && !floating}
        style={box && { left: box.left, top: box.top, width: box.width }}
        className={clsx(
          "overflow-hidden rounded-lg border bg-bg",
          floating ? "fixed z-[41] border-line-strong shadow-float" : "relative border-line",
        )}
      >
        <LiveBar
          live={live}
          picture={picture}
          size={floating || session?.viewport == null ? undefined : `${width}×${height}`}
          floating={floating}
          onFloat={place.float}
          onDock={putBack}
          onClose={leave}
        >
          {floating ? <MoveHandle {...place.move} /> : recording}
        </LiveBar>
        {view !== undefined && lost ? (
          <p role="status" className="bg-warn-bg px-3 py-1 text-label text-warn">
            {liveViewTexts.mayBeFrozen}
          </p>
        ) : null}
        {view !== undefined && error !== null ? (
          <ErrorState error={error} title={liveViewTexts.controlNotChanged} shape="strip" />
        ) : null}
        <div
          className={clsx("relative bg-sunk", view === undefined && picture === undefined && "min-h-28")}
          style={
            view === undefined && picture === undefined ? undefined : { aspectRatio: `${width} / ${height}` }
          }
        >
          {view === undefined ? (
            <AtRest live={live} picture={picture} />
          ) : (
            <LiveFrame id={id} url={view.url} />
          )}
        </div>
        {floating ? (
          <IconButton
            label={liveViewTexts.resizeByArrowKeys}
            size="icon-sm"
            variant="secondary"
            className="absolute! right-0 bottom-0 cursor-nwse-resize! touch-none rounded-none! rounded-tl-md!"
            {...place.resize}
          >
            <MoveDiagonal2 />
          </IconButton>
        ) : null}
      </section>
    </div>
  );
}

function MoveHandle(handle: FloatHandle) {
  return (
    <IconButton
      label={liveViewTexts.moveByArrowKeys}
      size="icon-sm"
      className="-ml-1 cursor-move! touch-none"
      {...handle}
    >
      <Move />
    </IconButton>
  );
}

/** What is shown until the session is watched: its last picture, or why there is none. */
function AtRest({
  live: { blocked, error, pending, show },
  picture,
}: {
  live: LiveViewState;
  picture: Picture | undefined;
}) {
  const formatTime = useLogTime();
  // Where the text says why it cannot be watched, a button that says so again is left out.
  const isOffered = blocked === undefined || picture !== undefined;
  if (error !== null)
    return (
      <div className="absolute inset-0 grid place-items-center overflow-y-auto p-4 text-center">
        <ErrorState error={error} title={liveViewTexts.notOpened} onRetry={() => void show(false)} />
      </div>
    );
  return (
    <>
      {picture === undefined ? (
        <p
          className={clsx(
            "absolute inset-0 grid place-items-center p-4 text-center text-ink-3",
            isOffered && "pb-12",
          )}
        >
          {blocked ?? liveViewTexts.watchingIsAudited}
        </p>
      ) : (
        <PictureImage
          picture={picture}
          alt={pictureName(picture, formatTime)}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {isOffered ? (
        <Button
          variant="primary"
          className="absolute! right-3 bottom-3"
          pending={pending}
          disabledReason={blocked}
          onClick={() => void show(false)}
        >
          {liveViewTexts.watchLive}
        </Button>
      ) : null}
    </>
  );
}

/** The iframe of a session. It gets no referrer, no permissions and no navigation of the top window. */
function LiveFrame({ id, url }: { id: string; url: string }) {
  // The API's own page needs its origin for its connection. A relayed one is on ours, where allow-same-origin would defeat
  // the sandbox.
  const apart = new URL(url).origin !== window.location.origin;
  return (
    <iframe
      key={url}
      title={liveViewTexts.liveViewOfBrowser(id)}
      src={url}
      sandbox={apart ? "allow-scripts allow-same-origin" : "allow-scripts"}
      referrerPolicy="no-referrer"
      allow=""
      className="absolute inset-0 size-full"
    />
  );
}
