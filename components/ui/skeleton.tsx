/** A placeholder. Give it the height and width of the final content. */
export function Skeleton({ className = "h-3 w-24" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-wait rounded-sm bg-line ${className}`} />;
}
