"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { type Picture, pictureAddress } from "@/lib/bff/pictures";
import { pictureImageTexts } from "./picture-messages.ts";

/** A picture's image; where it cannot be loaded, a sign in its place. The class gives its box. */
export function PictureImage({
  picture: { id, width, height },
  alt,
  className,
}: {
  picture: Picture;
  alt: string;
  className: string;
}) {
  const [failedId, setFailedId] = useState<string>();
  if (failedId === id) {
    return (
      <span
        role="img"
        aria-label={pictureImageTexts.couldNotBeLoaded(alt)}
        title={pictureImageTexts.mayHaveBeenDeleted}
        style={{ aspectRatio: `${width} / ${height}` }}
        className={`flex items-center justify-center bg-sunk text-ink-3 ${className}`}
      >
        <ImageOff className="size-4" />
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: the framework's optimizer has no sign-in to fetch it with
    <img
      src={pictureAddress(id)}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      onError={() => setFailedId(id)}
      className={`bg-sunk ${className}`}
    />
  );
}
