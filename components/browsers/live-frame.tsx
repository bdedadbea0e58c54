"use client";

/** The frame that shows a session. It learns nothing of the page around it, and takes nothing of this browser: no
 *  referrer, no permissions, no way up. */
export function LiveFrame({ id, url }: { id: string; url: string }) {
  // The view needs its own origin for its connection. On our own origin that would be the way out of the sandbox.
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
