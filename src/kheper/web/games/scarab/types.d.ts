/** What a move of SCARAB has changed. */
interface ScarabFacts {
  /** Squares, and what stands there now. */
  squares?: [string, string][];
  axis?: "h" | "v" | null;
  /** The stone that the mover took, or gave back. */
  taken?: string;
  returned?: string;
}
