import { watch } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import { isLoggedIn } from './session'

export const router = createRouter({
  history: createWebHashHistory('/console'),
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
  routes: [
    { path: '/login', name: 'login', component: () => import('./LogIn.vue') },
    { path: '/', name: 'home', component: () => import('./Home.vue') },
    { path: '/products', name: 'products', component: () => import('./products/Products.vue') },
    { path: '/sales', name: 'sales', component: () => import('./sales/Sales.vue') },
    { path: '/sales/new', name: 'sale-new', component: () => import('./sales/SaleForm.vue') },
    {
      path: '/sales/:saleId/edit',
      name: 'sale-edit',
      component: () => import('./sales/SaleForm.vue'),
      props: true,
    },
    {
      path: '/sales/:saleId',
      name: 'live',
      component: () => import('./live/Live.vue'),
      props: true,
    },
    {
      path: '/offers/:offerId/ledger',
      name: 'ledger',
      component: () => import('./ledger/Ledger.vue'),
      props: true,
    },
    { path: '/parked', name: 'parked', component: () => import('./parked/Parked.vue') },
    { path: '/refunds', name: 'refunds', component: () => import('./refunds/Refunds.vue') },
    { path: '/switches', name: 'switches', component: () => import('./Switches.vue') },
    {
      path: '/rehearsals',
      name: 'rehearsals',
      component: () => import('./rehearsals/Rehearsals.vue'),
    },
    { path: '/:rest(.*)', name: 'no-page', component: () => import('./NoPage.vue') },
  ],
})

router.beforeEach((to) => {
  if (to.name === 'login') return isLoggedIn.value ? { name: 'home' } : true
  return isLoggedIn.value ? true : { name: 'login', query: { back: to.fullPath } }
})

watch(isLoggedIn, (isIn) => {
  const here = router.currentRoute.value
  if (!isIn && here.name !== 'login') {
    void router.replace({ name: 'login', query: { back: here.fullPath } })
  }
})
