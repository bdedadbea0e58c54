/** Shapes that carry a status without colour. Each shape has one meaning everywhere. */
export type Glyph =
  | "ring"
  | "half"
  | "disc"
  | "cross"
  | "triangle"
  | "question"
  | "square"
  | "clock"
  | "dash";

export function StatusGlyph({ glyph, className = "" }: { glyph: Glyph; className?: string }) {
  return (
    <svg
      viewBox="0 0 10 10"
      aria-hidden="true"
      className={`size-2.5 shrink-0 ${className}`}
      fill="currentColor"
    >
      {shapes[glyph]}
    </svg>
  );
}

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 1.5, strokeLinecap: "round" } as const;

const shapes = {
  ring: <circle cx="5" cy="5" r="3.75" {...stroke} />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.75" {...stroke} />
      <path d="M5 1.5a3.5 3.5 0 0 1 0 7z" />
    </>
  ),
  disc: <circle cx="5" cy="5" r="4" />,
  cross: <path d="M2 2l6 6M8 2L2 8" {...stroke} strokeWidth={1.8} />,
  triangle: <path d="M5 1l4.4 8H.6z" />,
  question: (
    <>
      <path d="M3 3.2a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.5" {...stroke} />
      <circle cx="5" cy="8.7" r=".9" />
    </>
  ),
  square: <rect x="1.5" y="1.5" width="7" height="7" rx="1" {...stroke} />,
  clock: (
    <>
      <circle cx="5" cy="5" r="3.9" {...stroke} strokeWidth={1.3} />
      <path d="M5 2.8V5l1.5 1" {...stroke} strokeWidth={1.3} />
    </>
  ),
  dash: <path d="M2 5h6" {...stroke} />,
} as const satisfies Record<Glyph, React.ReactNode>;
