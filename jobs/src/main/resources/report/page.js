(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = [];
  let visible = () => true; // which systems are drawn
  const $ = id => document.getElementById(id);
  const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const dark = () => matchMedia('(prefers-color-scheme: dark)').matches && !matchMedia('print').matches;
  const narrow = element => element.clientWidth < 560;
  const format = (value, digits = 2) =>
    value === null || !isFinite(value) ? '–' : value.toFixed(digits).replace('-', '−');
  const shorten = (text, length) =>
    [...text].length > length ? [...text].slice(0, length - 1).join('') + '…' : text;
  const palette = () => dark()
    ? ['#7fb2ef', '#f0a35e', '#74cfa8', '#e58fa8', '#c3a6f2', '#d8cf6b', '#6fd0d8', '#d79bd6', '#a9b4c0', '#e8806f', '#9ccc65', '#b3a27d']
    : ['#2f6db5', '#c8691c', '#1f8a62', '#b83b63', '#7650b8', '#8d8110', '#16838c', '#a0429e', '#5d6a78', '#c2412d', '#5b8f22', '#80683a'];

  // Tooltips are built from text nodes: what an answer says is never markup.
  function tip(lines) {
    const box = document.createElement('div');
    box.style.cssText = 'max-width:320px;white-space:normal;font-size:13px;line-height:1.4';
    lines.filter(line => line !== '').forEach((line, i) => {
      const row = document.createElement('div');
      row.textContent = line;
      row.dir = 'auto';
      if (i === 0) row.style.fontWeight = '600';
      box.appendChild(row);
    });
    return box;
  }

  function base() {
    return {
      animation: false,
      textStyle: { fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif', color: css('ink') },
      tooltip: {
        trigger: 'item', confine: true, backgroundColor: css('bg'), borderColor: css('line'),
        textStyle: { color: css('ink') }
      }
    };
  }

  function axis(extra) {
    return Object.assign({
      axisLine: { onZero: false, lineStyle: { color: css('line') } }, axisTick: { show: false },
      axisLabel: { color: css('soft') }, nameTextStyle: { color: css('soft') },
      splitLine: { lineStyle: { color: css('line'), opacity: 0.6 } }
    }, extra);
  }

  function chart(id, option, height) {
    const element = $(id);
    if (!element) return;
    const instance = echarts.init(element, null, { renderer: 'canvas', devicePixelRatio: Math.max(2, window.devicePixelRatio || 1), height: height(element) });
    const entry = {
      draw() {
        instance.resize({ height: height(element) });
        instance.setOption(Object.assign(base(), option(element)), true);
      }
    };
    entry.draw();
    charts.push(entry);
    return entry;
  }

  function choose(id, names, redraw) {
    const select = $(id);
    if (!select) return;
    names.forEach((name, i) => {
      const item = document.createElement('option');
      item.value = String(i);
      item.textContent = name;
      select.appendChild(item);
    });
    select.addEventListener('change', () => redraw());
  }
  const chosen = id => Number(($(id) || {}).value || 0);

  function empty(id, why) {
    const element = $(id);
    if (!element) return;
    const text = document.createElement('p');
    text.className = 'empty';
    text.textContent = why;
    element.replaceWith(text);
  }
  const redrawing = id => () => entries[id] && entries[id].draw();
  const entries = {};

  // How a metric's values by topic are coloured: around its bar where it has one, blue passing and orange failing.
  function shades(layer) {
    const say = v => layer.percent ? (v === null ? '–' : Math.round(v * 100) + '\u00a0%') : format(v);
    const values = layer.cells.map(c => c[2]);
    let low = Math.min(...values), high = Math.max(...values);
    // Of a share both ends are known: what is far above a high bar is as blue as what is far below is orange.
    const share = layer.percent && layer.bar > 0 && layer.bar < 1;
    const shade = share ? v => (v < layer.bar ? v - layer.bar : (v - layer.bar) * layer.bar / (1 - layer.bar)) / layer.bar : v => v;
    if (share) {
      low = -1;
      high = 1;
    } else if (layer.bar !== null && layer.direction !== 'none') {
      const reach = Math.max(0.02, high - layer.bar, layer.bar - low);
      low = layer.bar - reach;
      high = layer.bar + reach;
    } else if (high - low < 1e-6) {
      low -= 0.5; high += 0.5;
    }
    const scale = dark() ? ['#d9772b', '#5b4632', '#23272e', '#2d4c70', '#4f94e0'] : ['#d9772b', '#f5cda8', '#f7f7f5', '#b5cfe9', '#3d7fc4'];
    const plain = dark() ? ['#23272e', '#4f94e0'] : ['#eef3f8', '#3d7fc4'];
    return {
      low, high, say, shade,
      colours: layer.direction === 'down' ? scale.slice().reverse() : layer.direction === 'up' && layer.bar !== null ? scale : plain,
      ends: layer.bar === null || layer.direction === 'none' ? [say(high), say(low)] : layer.direction === 'down' ? ['fails', 'passes'] : ['passes', 'fails']
    };
  }

  // Of the leaderboard's columns: names that are cut may begin alike.
  const letter = at => at < 26 ? String.fromCharCode(65 + at) : letter(Math.floor(at / 26) - 1) + letter(at % 26);

  function heat() {
    if (!$('heat')) return;
    if (!data.heat.length) {
      return empty('heat', 'The analysis has no cell by topic. Run “assay analyze” after “assay stratify”.');
    }
    choose('heat-metric', data.heat.map(l => l.title), redrawing('heat'));
    entries.heat = chart('heat', element => {
      const layer = data.heat[chosen('heat-metric')];
      const { low, high, say, shade, colours, ends } = shades(layer);
      const systems = data.systems.filter(visible);
      const room = narrow(element) ? 108 : 230;
      const each = (element.clientWidth - room - 12) / systems.length;
      const heading = name => {
        const column = letter(data.systems.indexOf(name));
        return each < 58 ? column : systems.length > 6 ? column + ' · ' + name : name;
      };
      return {
        grid: { left: room, right: 12, top: 34, bottom: 46 },
        xAxis: axis({ type: 'category', data: systems, position: 'top', splitLine: { show: false }, axisLabel: { color: css('ink'), interval: 0, width: Math.max(24, each - 8), overflow: 'truncate', formatter: heading } }),
        yAxis: axis({ type: 'category', data: data.topics, inverse: true, splitLine: { show: false }, axisLabel: { color: css('ink'), width: room - 12, overflow: 'truncate', interval: 0 } }),
        visualMap: {
          min: low, max: high, calculable: false, orient: 'horizontal', left: room, bottom: 0, itemHeight: 120, itemWidth: 11,
          precision: 2, dimension: 7, text: ends, textStyle: { color: css('soft') }, inRange: { color: colours }
        },
        tooltip: Object.assign(base().tooltip, {
          formatter: p => tip([
            systems[p.value[0]] + ' · ' + data.topics[p.value[1]],
            layer.title + ' ' + say(p.value[2]) + (p.value[3] === null ? '' : '  [' + say(p.value[3]) + ', ' + say(p.value[4]) + ']'),
            'n ' + p.value[5] + (p.value[6] ? ', ' + p.value[6] + ' not measured' : ''),
            layer.bar === null ? '' : 'bar ' + say(layer.bar)])
        }),
        series: [{
          type: 'heatmap', data: layer.cells.filter(c => visible(data.systems[c[0]])).map(c => [systems.indexOf(data.systems[c[0]]), ...c.slice(1), shade(c[2])]),
          label: { show: each >= 38, color: css('ink'), formatter: p => say(p.value[2]) },
          itemStyle: { borderColor: css('bg'), borderWidth: 2 }, emphasis: { itemStyle: { borderColor: css('accent') } }
        }]
      };
    }, () => 90 + 30 * Math.max(1, data.topics.length));
  }

  const setColours = () => ({ '{1}': css('holds-bg'), '{0}': css('fails-bg'), '{0,1}': css('undecided-bg'), '∅': css('unknown-bg') });
  const setInk = () => ({ '{1}': css('holds'), '{0}': css('fails'), '{0,1}': css('undecided'), '∅': css('unknown') });

  function calibration() {
    if (!$('curve')) return;
    if (!data.calibrations.length) {
      empty('curve', 'There are calibrations of slices only; none over all cases.');
      return empty('reliability', 'No reliability curve over all cases.');
    }
    const redraw = () => { ['curve', 'reliability'].forEach(id => entries[id].draw()); note(); };
    choose('calibration-choice', data.calibrations.map(c => c.title), redraw);
    entries.curve = chart('curve', () => curve(data.calibrations[chosen('calibration-choice')]), () => 380);
    entries.reliability = chart('reliability', () => reliability(data.calibrations[chosen('calibration-choice')]), () => 380);
    note();
  }

  function note() {
    const c = data.calibrations[chosen('calibration-choice')];
    const parts = [];
    if (!c.curve.length) parts.push('This calibration was not fitted, so there is no curve.');
    if (!c.cases.length) parts.push('No labelled case has a score of this metric.');
    else parts.push('Labelled cases are drawn at 0 and 1 with a little height added to tell them apart' + (c.casesCut ? ' (' + c.cases.length + ' of ' + c.casesTotal + ', chosen by hash).' : '.'));
    if (!c.reliability.length) parts.push('No unseen labelled rows, so no reliability curve.');
    $('calibration-note').textContent = parts.join(' ');
  }

  function jitter(i) {
    const x = Math.sin((i + 1) * 12.9898) * 43758.5453;
    return x - Math.floor(x);
  }

  function curve(c) {
    const colours = setColours(), ink = setInk();
    const cases = label => c.cases
      .map((p, i) => ({ value: [p[0], label === 1 ? 1.015 + 0.06 * jitter(i) : -0.015 - 0.06 * jitter(i)], about: p }))
      .filter(p => p.about[1] === label && visible(p.about[2]));
    const span = c.regions.length ? c.regions[c.regions.length - 1][1] - c.regions[0][0] : 1;
    return {
      grid: { left: 48, right: 18, top: 34, bottom: 64 },
      legend: { bottom: 0, textStyle: { color: css('soft') }, itemWidth: 14, itemHeight: 9 },
      xAxis: axis({ type: 'value', name: c.metric, nameLocation: 'middle', nameGap: 26, scale: true, min: c.regions.length ? c.regions[0][0] : null, max: c.regions.length ? c.regions[c.regions.length - 1][1] : null, axisLabel: { color: css('soft'), hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: v => format(v) }, splitLine: { show: false } }),
      yAxis: axis({ type: 'value', min: -0.1, max: 1.1, interval: 0.1, axisLabel: { color: css('soft'), formatter: v => Math.abs(v * 10 % 2) < 1e-6 && v > -0.01 && v < 1.01 ? format(Math.abs(v), 1) : '' }, splitLine: { show: false } }),
      tooltip: Object.assign(base().tooltip, {
        formatter: p => p.seriesType === 'line'
          ? tip([c.metric + ' ' + format(p.value[0]), 'probability ' + format(p.value[1])])
          : tip(['labelled ' + p.data.about[1], c.metric + ' ' + format(p.data.about[0]), p.data.about[2], p.data.about[3]])
      }),
      series: [
        {
          name: 'probability', type: 'line', data: c.curve, showSymbol: false, lineStyle: { width: 2.5, color: css('accent') }, itemStyle: { color: css('accent') }, z: 4,
          markArea: {
            silent: true,
            data: c.regions.map(r => [
              { xAxis: r[0], itemStyle: { color: colours[r[2]], opacity: 0.85 }, label: { show: (r[1] - r[0]) / span > 0.06, position: 'insideTop', formatter: () => r[2], color: ink[r[2]], fontWeight: 600, fontSize: 13, distance: 50 } },
              { xAxis: r[1] }])
          }
        },
        { name: 'labelled 1', type: 'scatter', data: cases(1), symbolSize: 5, itemStyle: { color: css('holds'), opacity: 0.55 }, z: 5 },
        { name: 'labelled 0', type: 'scatter', data: cases(0), symbolSize: 5, symbol: 'rect', itemStyle: { color: css('fails'), opacity: 0.55 }, z: 5 }
      ]
    };
  }

  function reliability(c) {
    return {
      grid: { left: 42, right: 16, top: 34, bottom: 64 },
      xAxis: axis({ type: 'value', min: 0, max: 1, name: 'predicted', nameLocation: 'middle', nameGap: 26, axisLabel: { color: css('soft'), formatter: v => format(v, 1) } }),
      yAxis: axis({ type: 'value', min: 0, max: 1, name: 'observed', nameLocation: 'end', axisLabel: { color: css('soft'), formatter: v => format(v, 1) } }),
      tooltip: Object.assign(base().tooltip, {
        formatter: p => tip(['predicted ' + format(p.value[0]), 'observed ' + format(p.value[1]) + (p.value[2] === null ? '' : '  [' + format(p.value[2]) + ', ' + format(p.value[3]) + ']'), 'n ' + p.value[4]])
      }),
      series: [
        { type: 'line', data: [[0, 0], [1, 1]], showSymbol: false, silent: true, lineStyle: { type: 'dashed', color: css('soft'), width: 1 } },
        {
          type: 'custom', silent: true, data: c.reliability.filter(b => b[2] !== null && b[3] !== null), z: 2,
          renderItem: (params, api) => {
            const a = api.coord([api.value(0), api.value(2)]), b = api.coord([api.value(0), api.value(3)]);
            return { type: 'line', shape: { x1: a[0], y1: a[1], x2: b[0], y2: b[1] }, style: { stroke: css('accent'), lineWidth: 1.5, opacity: 0.6 } };
          }
        },
        { type: 'scatter', data: c.reliability, symbolSize: 9, itemStyle: { color: css('accent') }, z: 3 }
      ]
    };
  }

  function decisions() {
    if (!$('decision-shares')) return;
    choose('decisions-choice', data.decisions.map(d => d.title), redrawing('decisions'));
    entries.decisions = chart('decision-shares', element => {
      const rows = data.decisions[chosen('decisions-choice')].rows.filter(r => visible(data.systems[r[0]]));
      const part = (name, index, colour, pattern) => ({
        name, type: 'bar', stack: 'all', barMaxWidth: 30,
        data: rows.map(r => { const n = r[1] + r[2] + r[3]; return { value: r[index] / n, count: r[index], n }; }),
        itemStyle: { color: colour, decal: pattern },
        label: { show: true, color: '#fff', textBorderWidth: 0, formatter: p => p.value >= 0.07 ? Math.round(p.value * 100) + ' %' : '' }
      });
      return {
        grid: { left: narrow(element) ? 84 : 150, right: 20, top: 30, bottom: 26 },
        legend: { top: 0, textStyle: { color: css('soft') }, itemWidth: 14, itemHeight: 9, selectedMode: false },
        xAxis: axis({ type: 'value', max: 1, axisLabel: { color: css('soft'), formatter: v => Math.round(v * 100) + ' %' } }),
        yAxis: axis({ type: 'category', inverse: true, data: rows.map(r => data.systems[r[0]]), axisLabel: { color: css('ink'), width: narrow(element) ? 76 : 140, overflow: 'truncate' } }),
        tooltip: Object.assign(base().tooltip, { formatter: p => tip([p.name, p.seriesName + ': ' + p.data.count + ' of ' + p.data.n]) }),
        series: [part('accept', 1, '#1f8a62'), part('refer to a person', 2, '#a87a14'), part('reject', 3, '#bb3d33')]
      };
    }, () => 70 + 42 * Math.max(1, data.decisions[chosen('decisions-choice')].rows.length));
  }

  function density(values, low, high) {
    const n = values.length;
    const mean = values.reduce((a, b) => a + b, 0) / n;
    const deviation = Math.sqrt(values.reduce((a, b) => a + (b - mean) * (b - mean), 0) / n);
    const width = Math.max(1.06 * deviation * Math.pow(n, -0.2), (high - low) / 80);
    const points = [];
    for (let i = 0; i <= 60; i++) {
      const x = low + (high - low) * i / 60;
      points.push([x, values.reduce((a, v) => a + Math.exp(-0.5 * ((x - v) / width) * ((x - v) / width)), 0)]);
    }
    const top = Math.max(...points.map(p => p[1]));
    return points.map(p => [p[0], p[1] / top]);
  }

  function strip() {
    if (!$('strip')) return;
    const strips = data.strip;
    if (!strips.metrics.length) return empty('strip', 'No metric with a good end has a value.');
    choose('strip-metric', strips.metrics.map(m => m.title), redrawing('strip'));
    choose('strip-by', ['Topic', 'System'].concat(strips.perturbations.length ? ['Perturbation'] : []), redrawing('strip'));
    choose('strip-system', data.systems, redrawing('strip'));
    const topics = data.topics.concat('no topic');
    const changes = ['as asked'].concat(strips.perturbations);
    const bySystem = () => chosen('strip-by') === 1;
    const byChange = () => chosen('strip-by') === 2;
    const names = () => byChange() ? changes : bySystem() ? data.systems : topics;
    const laneOf = row => byChange() ? row[3] : bySystem() ? row[0] : row[1] < 0 ? data.topics.length : row[1];
    // Twins are drawn beside their origins' answers, never among them.
    const shown = row => (byChange() || row[3] === 0) && visible(data.systems[row[0]]) && (bySystem() || row[0] === chosen('strip-system'));
    const used = () => {
      const present = new Set(strips.rows.filter(shown).map(laneOf));
      return names().map((_, i) => i).filter(i => present.has(i));
    };
    entries.strip = chart('strip', element => {
      const metric = strips.metrics[chosen('strip-metric')], lanes = names();
      if ($('strip-system')) $('strip-system').disabled = bySystem();
      const show = used();
      const byLane = new Map(show.map(i => [i, []]));
      strips.rows.forEach((r, i) => {
        if (shown(r) && metric.values[i] !== null) byLane.get(laneOf(r)).push([metric.values[i], r[2], i]);
      });
      const all = [...byLane.values()].flat().map(v => v[0]);
      const low = all.length ? Math.min(...all) : 0, high = all.length ? Math.max(...all) : 1;
      const pad = Math.max(0.01, (high - low) * 0.04);
      const points = [], outlines = [], medians = [];
      show.forEach((lane, place) => {
        const values = byLane.get(lane);
        values.forEach(v => points.push({ value: [v[0], place + 0.5 * (jitter(v[2]) - 0.5)], question: strips.questions[v[1]] }));
        if (values.length >= 8 && high > low) density(values.map(v => v[0]), low, high).forEach((p, i, list) => { if (i === 0) outlines.push({ place, curve: list }); });
        if (values.length) {
          const sorted = values.map(v => v[0]).sort((a, b) => a - b), h = sorted.length / 2;
          medians.push([sorted.length % 2 ? sorted[Math.floor(h)] : (sorted[h - 1] + sorted[h]) / 2, place, sorted.length]);
        }
      });
      const bad = v => metric.bar !== null && (metric.direction === 'up' ? v < metric.bar : metric.direction === 'down' && v > metric.bar);
      const room = narrow(element) ? 108 : 230;
      return {
        grid: { left: room, right: 18, top: 10, bottom: 44 },
        xAxis: axis({ type: 'value', min: +(low - pad).toFixed(3), max: +(high + pad).toFixed(3), name: metric.title + (metric.direction === 'down' ? ' (lower is better)' : ''), nameLocation: 'middle', nameGap: 26, axisLabel: { color: css('soft'), hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: v => format(v) } }),
        yAxis: axis({ type: 'value', inverse: true, min: -0.5, max: show.length - 0.5, interval: 0.5, splitLine: { show: false }, axisLabel: { color: css('ink'), width: room - 12, overflow: 'truncate', formatter: v => Number.isInteger(v) && lanes[show[v]] !== undefined ? shorten(lanes[show[v]], narrow(element) ? 16 : 34) : '' } }),
        tooltip: Object.assign(base().tooltip, { formatter: p => p.data && p.data.question !== undefined ? tip([metric.title + ' ' + format(p.value[0]), p.data.question]) : tip(['median ' + format(p.value[0]), 'n ' + p.value[2]]) }),
        series: [
          {
            type: 'custom', silent: true, data: outlines.map((o, i) => [low, o.place, i]), clip: true, z: 1,
            renderItem: (params, api) => {
              const o = outlines[params.dataIndex];
              const edge = side => o.curve.map(p => api.coord([p[0], o.place + side * 0.42 * p[1]]));
              return { type: 'polygon', shape: { points: edge(-1).concat(edge(1).reverse()) }, style: { fill: css('accent'), opacity: 0.13 } };
            }
          },
          { type: 'scatter', data: points.map(p => Object.assign(p, { itemStyle: { color: bad(p.value[0]) ? css('fails') : css('accent') } })), symbolSize: 5, itemStyle: { opacity: 0.6 }, z: 2,
            markLine: metric.bar === null || metric.bar < low - pad || metric.bar > high + pad ? undefined : { silent: true, symbol: 'none', data: [{ xAxis: metric.bar }], lineStyle: { color: css('soft'), type: 'dashed' }, label: { show: false } } },
          { type: 'scatter', data: medians, symbol: 'rect', symbolSize: [3, 20], itemStyle: { color: css('ink'), opacity: 1 }, z: 3 }
        ]
      };
    }, element => 70 + 40 * Math.max(1, used().length));
  }

  function topicMap() {
    if (!$('topic-map')) return;
    choose('map-colour', ['Topic'].concat(data.heat.map(l => l.title)), redrawing('map'));
    choose('map-system', data.systems, redrawing('map'));
    entries.map = chart('topic-map', element => {
      const layer = data.heat[chosen('map-colour') - 1];
      if ($('map-system')) $('map-system').disabled = !layer;
      const shade = layer && shades(layer);
      const cells = new Map(layer ? layer.cells.filter(c => c[0] === chosen('map-system')).map(c => [c[1], c]) : []);
      const measured = p => cells.has(p[2]) ? layer.title + ' ' + shade.say(cells.get(p[2])[2]) + ' in this topic, ' + data.systems[chosen('map-system')] : layer ? 'not measured in this topic' : '';
      const colours = palette();
      const lanes = data.topics.map((name, i) => ({ name, i })).concat({ name: 'no topic', i: -1 });
      const series = lanes.map(lane => ({
        name: lane.name, type: 'scatter', symbolSize: narrow(element) ? 5 : 7,
        symbol: ['circle', 'triangle', 'diamond', 'rect'][Math.floor(Math.max(0, lane.i) / colours.length) % 4],
        itemStyle: { color: lane.i < 0 ? css('soft') : colours[lane.i % colours.length], opacity: 0.75 },
        data: data.map.points.filter(p => p[2] === lane.i).map(p => ({ value: cells.has(lane.i) ? [p[0], p[1], shade.shade(cells.get(lane.i)[2])] : [p[0], p[1]], about: p }))
      })).filter(s => s.data.length);
      if (layer) series.forEach(s => { s.itemStyle = cells.has(s.data[0].about[2]) ? { opacity: 0.9, borderColor: css('line'), borderWidth: 0.5 } : { color: css('soft'), opacity: 0.3 }; });
      const drawn = series.map((s, i) => i).filter(i => series[i].data[0].value.length > 2);
      const middle = (s, k) => s.data.reduce((a, p) => a + p.value[k], 0) / s.data.length;
      const labels = {
        type: 'scatter', silent: true, symbolSize: 0.1, z: 5, tooltip: { show: false },
        data: series.map(s => ({ value: [middle(s, 0), middle(s, 1)], label: s.name })),
        label: { show: true, position: 'inside', formatter: p => shorten(p.data.label, 26), color: css('ink'), fontWeight: 600, fontSize: 11.5, textBorderColor: css('bg'), textBorderWidth: 3 },
        // A label beside the edge moves in, whole.
        labelLayout: p => ({ hideOverlap: true, dx: Math.min(0, element.clientWidth - 4 - p.labelRect.x - p.labelRect.width) + Math.max(0, 4 - p.labelRect.x) })
      };
      return {
        grid: { left: 8, right: 8, top: narrow(element) || layer ? 10 : 42, bottom: narrow(element) || layer ? 46 : 8 },
        visualMap: layer && drawn.length ? { min: shade.low, max: shade.high, dimension: 2, seriesIndex: drawn, calculable: false, orient: 'horizontal', left: 8, bottom: 0, itemHeight: 120, itemWidth: 11, text: shade.ends, textStyle: { color: css('soft') }, inRange: { color: shade.colours } } : undefined,
        legend: { show: !layer, type: 'scroll', top: narrow(element) ? 'bottom' : 0, data: series.map(s => s.name), textStyle: { color: css('soft') }, pageTextStyle: { color: css('soft') }, pageIconColor: css('accent'), formatter: name => shorten(name, 30) },
        xAxis: { type: 'value', show: false, scale: true }, yAxis: { type: 'value', show: false, scale: true },
        tooltip: Object.assign(base().tooltip, { formatter: p => p.data.about ? tip([data.map.documents[p.data.about[3]], p.seriesName, measured(p.data.about), p.data.about[4]]) : '' }),
        series: series.concat(labels)
      };
    }, element => narrow(element) ? 420 : 520);
  }

  [heat, calibration, decisions, strip, topicMap].forEach(draw => draw());
  const redrawAll = () => charts.forEach(c => c.draw());
  let waiting;
  addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(redrawAll, 120); });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
  addEventListener('beforeprint', redrawAll);
  addEventListener('afterprint', redrawAll);
  window.assayPage = { systems: data.systems, show(which) { visible = which; redrawAll(); } };
  document.documentElement.dataset.drawn = String(charts.length);
})();
