/** What goes over the wire (docs/protocol.md, docs/api.md) and what the parts of the page share. */

type Phase = "open" | "arranging" | "running" | "over" | "closed";
type GameName = keyof typeof import("./games/registry.js").games;
type Mode = "expedition" | "duel" | "solo" | "priests" | "teams";

interface SeatShown {
  kind: "open" | "person" | "bot";
  name?: string;
  level?: number;
  host?: boolean;
  away?: boolean;
  left?: boolean;
  stand_in?: number;
}

interface ClockTerms {
  kind?: "none" | "live" | "days";
  seconds?: number;
  increment?: number;
  days?: number;
}

interface Terms {
  clock?: ClockTerms;
  watchers?: "talk" | "watch" | "none";
  stand_in?: number;
  arrange?: boolean;
  listed?: boolean;
}

interface SetUp {
  ground?: string;
  layout?: string;
  arranger?: number | null;
  warnings?: string[];
}

interface Asked {
  number: number;
  seat: number;
  move: string;
  play: number;
  plays: number;
  waiting?: number[];
}

/** `[number, at, seat, name, text, phrase]`; seat 0 is somebody who watches. */
type ChatLine = [number, number, number, string, string, string];

/** How a tile can be laid: `marks` is explained in docs/protocol.md. */
interface Placements {
  kind: "placements";
  tile: string;
  marks: string;
}

/** What legal placements would close: `[place, points, areas]`, each area its squares joined. */
interface Closings {
  kind: "closings";
  closes?: [number, number, string[]][];
}

/** Where the priest can go: moves without a stone that returns, the last `ankhs` onto an ankh. */
interface Walks {
  kind: "walks";
  moves: string[];
  ankhs?: number;
  stones?: string[];
  squares?: string[];
}

/** The next player's line after each of the moves: `[axis, best, worst, sum, stones, ankhs]`. */
interface Forecasts {
  kind: "forecasts";
  lines: ["h" | "v", number, number, number, number, number][];
}

type Legal = Placements | Walks;
type Preview = Closings | Forecasts;

interface Own {
  seat: number;
  open?: string;
  legal?: Legal;
  may?: ("unready" | "take-back" | "hint")[];
  /** It comes a moment after `legal`. */
  preview?: Preview;
}

interface Outcome {
  scores: number[];
  winners: number[];
  result: string;
  reason: string;
}

interface Area {
  squares: string[];
  scarabs: string[];
  points: number;
  /** Which card's tile closed it, from 1. */
  card: number;
}

/** The `json` of a game's view: what all have, and the games' own fields. */
interface GameState {
  game: GameName;
  seats: number;
  to_move: number[];
  scores: number[];
  outcome: Outcome | null;
  [field: string]: any;
}

interface View {
  match: string;
  game: GameName;
  mode: Mode;
  phase: Phase;
  created: number;
  at: number;
  settings: Record<string, string>;
  terms: Terms;
  seats: SeatShown[];
  host_name: string;
  you?: number[];
  hosting?: boolean;
  may?: string[];
  /** For each seat, the commands about it that the server would accept from the reader. */
  seats_may?: string[][];
  setup?: SetUp;
  state?: GameState;
  own?: Own[];
  plays?: number;
  clocks?: number[];
  running?: number[];
  asked?: Asked;
  chat?: ChatLine[];
  previous?: string;
  next?: string;
}

/** An event of the log. */
interface News {
  number: number;
  kind: string;
  at: number;
  seat?: number;
  move?: string;
  bot?: boolean;
  cards?: string;
  reveal?: string[];
  points?: number[];
  to_move?: number[];
  clocks?: number[];
  running?: number[];
  outcome?: Outcome;
  /** How many moves stand, where that has changed. */
  plays?: number;
  scores?: number[];
  state?: GameState;
  /** What a play has changed of the state. */
  facts?: ScarabyaFacts | ScarabFacts;
  phase?: Phase;
  mode?: Mode;
  seats?: SeatShown[];
  host_name?: string;
  settings?: Record<string, string>;
  terms?: Terms;
  setup?: SetUp;
  /** Null: it is no longer open. */
  asked?: Asked | null;
  agree?: boolean;
  name?: string;
  text?: string;
  phrase?: string;
  match?: string;
}

interface Orientation {
  first: number;
  down: number;
  across: number;
  squares: [number, number][];
  turned_over: boolean;
}

interface Tiles {
  tiles: Record<string, Orientation[]>;
  reasons: Record<string, string>;
  phrases: string[];
}

interface BotLevel {
  level: number;
  name: string;
  character: string;
}

interface Listed {
  match: string;
  game: GameName;
  mode: Mode;
  state: Phase;
  host: string;
  seats: number;
  you: number[];
  created: number;
  updated: number;
}

interface RecordRead {
  game: GameName;
  mode: Mode;
  seats: number;
  plays: { seat: number; move: string }[];
  states: GameState[];
  outcome: Outcome | null;
}

/** What is new: a whole view, or events and what has changed for the reader. */
interface Update {
  type: "update";
  number: number;
  news?: News[];
  you?: number[];
  hosting?: boolean;
  may?: string[];
  seats_may?: string[][];
  /** The reader's seats for which something has changed, each of them whole. */
  own?: Own[];
  view?: View;
}

/** What the legal moves of a seat would lead to; it follows the update that brought them. */
interface Previewed {
  type: "preview";
  number: number;
  seat: number;
  preview: Preview;
}

type FromServer =
  | { type: "welcome"; match: string; number: number; you: number[]; version?: number }
  | Update
  | Previewed
  | { type: "ack"; id: string; number: number }
  | { type: "refused"; id?: string; code: string; rule?: string; sentence: string; number?: number }
  | { type: "pong"; id: string; number: number }
  | { type: "hints"; id: string; seat: number; moves: [string, number][] }
  | { type: "presence"; seats: number[]; watching?: number }
  | { type: "bye"; code: string; sentence: string };

/** What somebody likes; read it when it is needed, for it may change. */
interface Preferences {
  readonly language: string;
  readonly theme: string;
  readonly motion: string;
  readonly sound: boolean;
  /** "off": a choice is sent at once; "on": it is confirmed; "after": sent after `seconds`. */
  readonly confirm: string;
  readonly seconds: number;
  /** One of desert, rainforest, sea, ice. */
  readonly world: string;
}

/** What a game's table may ask of the page around it. */
interface Host {
  /** The words for a key, such as `scarabya.ghost.no-contact`; refusals are `refusals.<code>`. */
  t(key: string, values?: Record<string, string | number>): string;
  /** Send a move; resolves when it is in the log, rejects with a Refusal (`code`, `rule`). */
  play(seat: number, move: string): Promise<void>;
  /** Send any other command of the protocol. */
  command(type: string, fields?: Record<string, unknown>): Promise<void>;
  readonly preferences: Preferences;
  /** Whether things may move on the screen now. */
  animated(): boolean;
  /** Say something in the polite live region. */
  say(text: string): void;
  /** Make a sound: place, area, points, ready, reveal, walk, ankh, refuse, win, lose, turn. */
  sound(name: string): void;
  /** The name at a seat. */
  names(seat: number): string;
  /** The one of the reader's seats that acts now; 0 for who only watches. */
  seat(): number;
  readonly tiles: Tiles;
  /** Tell the first-game guide of a trigger of docs/words.md: ghost-shown, ghost-turned, … */
  happened(trigger: string): void;
  /** Nothing can be played here: a replay, or somebody who watches. */
  readonly readonly: boolean;
}

/** A game's table, as its module's `table(host)` makes it. */
interface Table {
  element: Element;
  side: Element;
  bar: Element;
  draw(view: View, news: News[]): void;
  key(event: KeyboardEvent): boolean;
  close(): void;
}

interface TableModule {
  table(host: Host): Table;
  breakdown(host: Host, view: View): Element;
}

/** A part of the lobby in which boards or stones are laid out before the start. */
interface Arranging {
  element: Element;
  draw(view: View): void;
  close(): void;
}

interface ArrangingModule {
  arranging(host: Host): Arranging;
}

/** An editor of one's own boards or stones; `value()` are settings of the game, or nothing. */
interface Editor {
  element: Element;
  value(): Record<string, string> | null;
  close?(): void;
}

interface EditorModule {
  editor(host: Host): Editor;
}

/** What the screens need of a game. Its modules that draw are loaded when they are needed. */
interface Game {
  playArea(): Promise<TableModule>;
  arranging(): Promise<ArrangingModule>;
  editor(): Promise<EditorModule>;
}

/** A screen of the page, as its module makes it. */
interface Shown {
  element: Element;
  /** The title of the window. */
  title: string;
  /** The game it shows, once that is known: "kheper-game" tells when. */
  game?(): GameName | undefined;
  key?(event: KeyboardEvent): boolean;
  close?(): void;
}
