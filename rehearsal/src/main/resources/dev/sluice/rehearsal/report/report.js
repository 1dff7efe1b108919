// Points at one second in all plots at once; without this the page says the same in its tables.
(function () {
  'use strict';
  var figures = Array.from(document.querySelectorAll('figure[data-buckets]'));
  var pointed = -1;

  function figuresThree(value) {
    if (value >= 99.95) return Math.round(value).toLocaleString('en-US');
    return value.toFixed(value >= 9.995 ? 1 : 2);
  }

  function said(text, unit) {
    if (text === '-') return '–';
    var value = Number(text);
    if (unit === 'MILLIS') {
      return value >= 999.5 ? figuresThree(value / 1000) + ' s' : figuresThree(value) + ' ms';
    }
    return value.toLocaleString('en-US', { maximumFractionDigits: value >= 10 ? 0 : 1 });
  }

  function prepare(figure) {
    figure.values = Array.from(figure.querySelectorAll('b[data-values]')).map(function (cell) {
      return { cell: cell, whole: cell.textContent, list: cell.dataset.values.split(' ') };
    });
    figure.when = figure.querySelector('.when');
    figure.whole = figure.when.textContent;
  }

  function point(figure, bucket) {
    var each = Number(figure.dataset.each);
    var span = Number(figure.dataset.seconds);
    var shown = bucket >= 0;
    figure.classList.toggle('pointed', shown);
    figure.values.forEach(function (value) {
      value.cell.textContent = shown
        ? said(value.list[bucket] || '-', value.cell.dataset.unit)
        : value.whole;
    });
    figure.when.textContent = shown ? 'At ' + bucket * each + ' s' : figure.whole;
    figure.querySelectorAll('svg').forEach(function (svg) {
      var left = Number(svg.dataset.left);
      var wide = (Number(svg.dataset.right) - left) / Math.max(span, 1);
      var cursor = svg.querySelector('.cursor');
      cursor.setAttribute('x', left + Math.max(bucket, 0) * each * wide);
      cursor.setAttribute('width', Math.max(1.5, Math.min(each, span - bucket * each) * wide));
    });
  }

  function pointAll(bucket) {
    if (bucket === pointed) return;
    pointed = bucket;
    figures.forEach(function (figure) { point(figure, bucket); });
  }

  function bucketAt(figure, event) {
    var svg = Array.from(figure.querySelectorAll('svg')).find(function (one) {
      return one.getBoundingClientRect().width > 0;
    });
    var box = svg.getBoundingClientRect();
    var x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
    var left = Number(svg.dataset.left);
    var part = (x - left) / (Number(svg.dataset.right) - left);
    if (0 > part || part > 1) return -1;
    var second = Math.floor(part * Number(figure.dataset.seconds));
    return Math.min(Math.floor(second / Number(figure.dataset.each)), figure.dataset.buckets - 1);
  }

  figures.forEach(function (figure) {
    var pictures = figure.querySelector('.pictures');
    prepare(figure);
    pictures.addEventListener('pointermove', function (event) {
      pointAll(bucketAt(figure, event));
    });
    pictures.addEventListener('pointerdown', function (event) {
      pointAll(bucketAt(figure, event));
    });
    pictures.addEventListener('pointerleave', function () { pointAll(-1); });
    pictures.addEventListener('blur', function () { pointAll(-1); });
    pictures.addEventListener('keydown', function (event) {
      var last = figure.dataset.buckets - 1;
      if (event.key === 'ArrowRight') pointAll(Math.min(pointed + 1, last));
      else if (event.key === 'ArrowLeft') pointAll(Math.max(pointed - 1, 0));
      else if (event.key === 'Escape') pointAll(-1);
      else return;
      event.preventDefault();
    });
  });
})();
