// Sorts, filters and opens what stands on the page already: by system everywhere, by words in long tables, of which the first rows are shown.
(function () {
  'use strict';
  const LONG = 8;
  const FIRST = 20;
  const page = window.assayPage; // of a page with charts

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const up = head.getAttribute('aria-sort') !== 'ascending';
        heads.forEach(h => h.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        const key = row => {
          const cell = row.cells[column];
          const text = cell.dataset.order !== undefined ? cell.dataset.order : cell.textContent.trim();
          const number = parseFloat(text.replace(/[\u202f ]/g, '').replace('−', '-').replace(/^[<>]/, ''));
          return { text, number, blank: text === '' || text === '–' };
        };
        const rows = [...table.tBodies[0].rows].map(row => ({ row, key: key(row) }));
        rows.sort((a, b) => {
          if (a.key.blank !== b.key.blank) return a.key.blank ? 1 : -1;
          const difference = isNaN(a.key.number) || isNaN(b.key.number)
            ? a.key.text.localeCompare(b.key.text) : a.key.number - b.key.number;
          return up ? difference : -difference;
        });
        rows.forEach(r => table.tBodies[0].appendChild(r.row));
      });
    });
  }

  // A row is shown where it is of a chosen system and has every word that was typed; of many rows the first, until more are wanted.
  function rows(table) {
    const all = [...table.tBodies[0].rows];
    const found = all.filter(row => row.dataset.otherSystem !== 'yes' && row.dataset.otherWords !== 'yes');
    const before = table.parentElement.previousElementSibling, after = table.parentElement.nextElementSibling;
    const wanted = after && after.matches('.more');
    const cut = wanted && found.length > FIRST * 1.5 && table.dataset.whole !== 'yes' && !printing;
    const shown = new Set(cut ? found.slice(0, FIRST) : found);
    all.forEach(row => { row.hidden = !shown.has(row); });
    if (before && before.matches('.filter')) {
      before.querySelector('output').textContent = found.length === all.length ? '' : found.length + ' of ' + all.length + ' rows';
    }
    if (wanted) {
      after.hidden = !cut;
      after.querySelector('button').textContent = 'All ' + found.length + ' rows';
    }
  }

  let printing = false;
  const redo = () => document.querySelectorAll('table.sortable').forEach(rows);
  // On paper nothing can be opened.
  let opened = [];
  addEventListener('beforeprint', () => {
    printing = true;
    opened = [...document.querySelectorAll('main details:not([open], .filter)')];
    opened.forEach(part => { part.open = true; });
    redo();
  });
  addEventListener('afterprint', () => {
    printing = false;
    opened.forEach(part => { part.open = false; });
    redo();
  });

  function byWords(table) {
    if (table.tBodies[0].rows.length <= LONG) return;
    const place = table.parentElement;
    const name = place.getAttribute('aria-label') || 'table';
    const input = element('input', { type: 'search', autocomplete: 'off', spellcheck: false });
    input.setAttribute('aria-label', 'Rows with these words: ' + name);
    input.placeholder = 'Rows with …';
    const said = element('output');
    const bar = element('div', { className: 'filter' }, input, said);
    place.before(bar);
    const more = element('button', { type: 'button' });
    more.addEventListener('click', () => { table.dataset.whole = 'yes'; rows(table); });
    place.after(element('p', { className: 'filter more', hidden: true }, more));
    table.tHead.addEventListener('click', () => rows(table));
    // What can be seen: no column of a system that is left out, nothing that is folded, nothing that only screen readers hear.
    const seen = row => [...row.cells].filter(cell => !cell.hidden).map(cell => {
      if (!cell.querySelector('details, .sr')) return cell.textContent;
      const copy = cell.cloneNode(true);
      copy.querySelectorAll('details:not([open]) > :not(summary), .sr').forEach(part => part.remove());
      copy.querySelectorAll('details:not([open])').forEach(part => { part.replaceWith(part.querySelector('summary') || ''); });
      return copy.textContent;
    }).join(' ');
    const folded = text => text.normalize('NFKC').toLocaleLowerCase();
    input.addEventListener('input', () => {
      const words = folded(input.value).split(/\s+/).filter(word => word !== '');
      for (const row of table.tBodies[0].rows) {
        const text = words.length ? folded(seen(row)) : '';
        row.dataset.otherWords = words.every(word => text.includes(word)) ? '' : 'yes';
      }
      rows(table);
    });
  }

  function bySystem() {
    const names = page ? page.systems : [...new Set([...document.querySelectorAll('main [data-system]')].map(part => part.dataset.system))];
    if (names.length < 2) return;
    const boxes = names.map(name => element('input', { type: 'checkbox', checked: true, value: name }));
    const said = element('output');
    const all = element('button', { type: 'button', textContent: 'All' });
    const only = element('details', { id: 'systems-shown', className: 'filter' },
      element('summary', { textContent: 'Systems shown' }),
      element('div', { className: 'boxes' }, ...boxes.map((box, i) => {
        const text = element('span', { textContent: names[i], dir: 'auto' });
        return element('label', {}, box, text);
      }), all),
      element('p', { className: 'soft', textContent: 'Hides cards, columns, rows and marks of the others. Sentences, ranks and intervals stay those of all systems.' }));
    only.querySelector('summary').append(said);
    document.querySelector('main').prepend(only);
    const apply = () => {
      const chosen = new Set(boxes.filter(box => box.checked).map(box => box.value));
      // Nothing chosen would be an empty page: then all are.
      const hidden = name => chosen.size > 0 && names.includes(name) && !chosen.has(name);
      said.textContent = chosen.size > 0 && chosen.size < names.length ? ': ' + chosen.size + ' of ' + names.length : '';
      document.querySelectorAll('[data-system]:not(tr, th)').forEach(part => { part.hidden = hidden(part.dataset.system); });
      document.querySelectorAll('main table').forEach(table => {
        [...table.tHead.rows[0].cells].forEach((head, column) => {
          if (head.dataset.system === undefined) return;
          for (const row of table.rows) row.cells[column].hidden = hidden(head.dataset.system);
        });
        const words = table.parentElement.previousElementSibling;
        if (words && words.matches('.filter')) words.querySelector('input').dispatchEvent(new Event('input'));
        for (const row of table.tBodies[0].rows) {
          // A line about several systems has a part for each, and goes when all have gone.
          const about = row.dataset.system !== undefined ? [row.dataset.system] : [...row.querySelectorAll('[data-system]')].map(part => part.dataset.system);
          row.dataset.otherSystem = about.length > 0 && about.every(hidden) ? 'yes' : '';
        }
        rows(table);
      });
      if (page) page.show(name => !hidden(name));
    };
    boxes.forEach(box => box.addEventListener('change', apply));
    all.addEventListener('click', () => { boxes.forEach(box => { box.checked = true; }); apply(); });
  }

  // A link to what is folded opens it.
  function openTarget() {
    const target = /^#(case|line)-/.test(location.hash) && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) { target.open = true; target.scrollIntoView(); }
  }

  document.querySelectorAll('table.sortable').forEach(sortable);
  document.querySelectorAll('table.sortable').forEach(byWords);
  bySystem();
  redo();
  addEventListener('hashchange', openTarget);
  openTarget();
})();
