/** Small drawings in the colour of the text beside them. */

const PATHS = {
  inbox:
    'M2.5 9.5 4.3 3.4a1 1 0 0 1 1-.7h5.4a1 1 0 0 1 1 .7l1.8 6.1v3a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-3ZM2.5 9.5h3l1 2h3l1-2h3',
  agent:
    'M8 2v1.8M4 6.2a2.4 2.4 0 0 1 2.4-2.4h3.2A2.4 2.4 0 0 1 12 6.2v3.4a2.4 2.4 0 0 1-2.4 2.4H6.4A2.4 2.4 0 0 1 4 9.6V6.2ZM6.5 7.2v1M9.5 7.2v1M2.2 7v2M13.8 7v2M6.5 14h3',
  read: 'M8 4.3C6.8 3.3 5 3 2.8 3v9.2c2.2 0 4 .3 5.2 1.3 1.2-1 3-1.3 5.2-1.3V3C11 3 9.2 3.3 8 4.3Zm0 0v9.2',
  use: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  history: 'M2.6 8a5.4 5.4 0 1 0 1.7-3.9L2.6 5.6M2.6 2.8v2.8h2.8M8 5v3.2l2 1.3',
  check: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM5.4 8.2l1.8 1.8 3.4-3.8',
  search: 'M7 11.6A4.6 4.6 0 1 0 7 2.4a4.6 4.6 0 0 0 0 9.2ZM10.4 10.4l3.2 3.2',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M3.5 12.5l.8-.8M11.7 4.3l.8-.8',
  moon: 'M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6Z',
  file: 'M4 1.8h5l3 3v9.4H4V1.8ZM9 1.8v3h3',
  tick: 'm3.2 8.6 3.2 3.2 6.4-7.2',
  cross: 'm4 4 8 8M12 4l-8 8',
  pencil: 'm10.6 3 2.4 2.4L5.6 12.8l-3 .6.6-3L10.6 3Z',
  undo: 'M5.5 3 2.6 5.9l2.9 2.9M2.9 5.9h6.3a4 4 0 0 1 0 8H6.5',
  warning: 'M8 2.2 14.4 13H1.6L8 2.2ZM8 6.4v3M8 11.2v.2',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.8.2l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.8-.2l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8',
  down: 'm4 6.2 4 4 4-4',
  copy: 'M5.5 5.5h7.7v7.7H5.5zM10.5 5.3V2.8H2.8v7.7h2.5',
  back: 'M9.8 4 5.8 8l4 4',
  commit: 'M8 10.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM1.8 8h3.8M10.4 8h3.8',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.3"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
